namespace Workflow.Expressions;

/// <summary>Returns the location of the innermost variable, argument or delegate argument in scope with a name.</summary>
internal sealed class NamedReference<T>(string name) : EnvironmentLocationReference<T>
{
    private LocationReference? _found;

    public override LocationReference? LocationReference => _found;

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _found = metadata.Declaration.FindPlace(name);
        if (_found is not null)
        {
            base.CacheMetadata(metadata);
        }
    }
}
