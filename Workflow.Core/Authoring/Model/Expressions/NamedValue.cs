namespace Workflow.Expressions;

/// <summary>Returns the value of the innermost variable, argument or delegate argument in scope with a name.</summary>
internal sealed class NamedValue<T>(string name) : EnvironmentLocationValue<T>
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
