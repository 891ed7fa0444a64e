namespace Workflow.Validation;

/// <summary>Collects the errors of one run of a constraint. The list is an extension of that run.</summary>
internal sealed class ViolationList
{
    public List<ValidationError> Violations { get; } = [];
}
