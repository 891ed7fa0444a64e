namespace Workflow.Expressions;

/// <summary>The value of the place of a name: the innermost variable, argument or delegate argument in scope that has it.</summary>
internal sealed class NamedValue<T>(string name) : EnvironmentLocationValue<T>
{
    private LocationReference? _found;

    public override LocationReference? LocationReference => _found;

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _found = null;
        if (metadata.Environment?.TryGetLocationReference(name, out _found) == true)
        {
            base.CacheMetadata(metadata);
        }
        else
        {
            metadata.AddValidationError($"Nothing of the name '{name}' is in scope here; declare a variable or argument of that name around this expression.");
        }
    }
}
