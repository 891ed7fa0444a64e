namespace Workflow.Validation;

/// <summary>Collects what one run of a constraint complains about: an extension of that run.</summary>
internal sealed class ViolationList
{
    public List<ValidationError> Violations { get; } = [];
}
