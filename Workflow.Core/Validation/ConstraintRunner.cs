namespace Workflow.Validation;

/// <summary>
/// Runs a constraint as a workflow. Declared here for the walk over a definition, which cannot run workflows; the hosts implement it.
/// </summary>
internal abstract class ConstraintRunner
{
    /// <summary>Runs the constraint to its end on the caller's thread. Its exceptions are not wrapped.</summary>
    public abstract IReadOnlyList<ValidationError> Run(Constraint constraint, Activity toValidate, ValidationContext context);
}
