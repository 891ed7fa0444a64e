using Workflow.Validation;

namespace Workflow.Hosting;

/// <summary>Runs constraints like any other workflow: on the thread of the caller, to the end.</summary>
internal sealed class ConstraintRun : ConstraintRunner
{
    public static readonly ConstraintRun Instance = new();

    private ConstraintRun()
    {
    }

    public override IReadOnlyList<ValidationError> Run(Constraint constraint, Activity toValidate, ValidationContext context)
    {
        FrozenDefinition.OfConstraint(constraint);
        ViolationList violations = new();
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(violations);
        Dictionary<string, object?> inputs = new() { [Constraint.ToValidateName] = toValidate, [Constraint.ContextName] = context };
        InvokerRun.Run(constraint, inputs, extensions, Timeout.InfiniteTimeSpan).Release();
        return violations.Violations;
    }
}
