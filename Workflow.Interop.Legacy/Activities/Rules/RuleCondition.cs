using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>
/// A condition that decides which actions of a rule run. This package contains <see cref="RuleExpressionCondition"/>; applications can derive their own
/// conditions.
/// </summary>
public abstract class RuleCondition : IRulePart
{
    /// <summary>The name; null or empty for the condition of a rule.</summary>
    public abstract string? Name { get; set; }

    /// <summary>Exists for source compatibility with WF3. This package does not call the method. The base class does nothing.</summary>
    public virtual void OnRuntimeInitialized()
    {
    }

    /// <summary>Validates the condition, and adds its errors to <see cref="RuleValidation.Errors"/>.</summary>
    /// <param name="validation">The validation, with the type of 'this' in the rules.</param>
    /// <returns>True if the condition is valid.</returns>
    public abstract bool Validate(RuleValidation validation);

    /// <summary>Evaluates the condition.</summary>
    /// <param name="execution">The execution, with the object that is 'this' in the rules.</param>
    public abstract bool Evaluate(RuleExecution execution);

    /// <summary>Returns the members that the condition reads, as paths such as 'this/Order/Total/'.</summary>
    /// <param name="validation">The validation, with the type of 'this' in the rules.</param>
    public abstract ICollection<string> GetDependencies(RuleValidation validation);

    /// <summary>Creates a copy.</summary>
    public abstract RuleCondition Clone();

    /// <summary>The kind of the node; null for a condition of an application.</summary>
    internal virtual NodeKind? Kind => null;

    /// <inheritdoc/>
    NodeKind? IRulePart.Kind => Kind;

    /// <inheritdoc/>
    object? IRulePart.Copy() => Clone();
}
