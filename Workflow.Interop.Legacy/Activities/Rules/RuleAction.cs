using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>
/// An action of a rule. This package contains <see cref="RuleStatementAction"/>, <see cref="RuleUpdateAction"/> and <see cref="RuleHaltAction"/>; applications
/// can derive their own actions.
/// </summary>
public abstract class RuleAction : IRulePart
{
    /// <summary>Validates the action, and adds its errors to <see cref="RuleValidation.Errors"/>.</summary>
    /// <param name="validator">The validation, with the type of 'this' in the rules.</param>
    /// <returns>True if the action is valid.</returns>
    public abstract bool Validate(RuleValidation validator);

    /// <summary>Executes the action.</summary>
    /// <param name="context">The execution, with the object that is 'this' in the rules.</param>
    public abstract void Execute(RuleExecution context);

    /// <summary>Returns the members that the action changes, as paths such as 'this/Order/Total/'.</summary>
    /// <param name="validation">The validation, with the type of 'this' in the rules.</param>
    public abstract ICollection<string> GetSideEffects(RuleValidation validation);

    /// <summary>Creates a copy.</summary>
    public abstract RuleAction Clone();

    /// <summary>The kind of the node; null for an action of an application.</summary>
    internal virtual NodeKind? Kind => null;

    /// <inheritdoc/>
    NodeKind? IRulePart.Kind => Kind;

    /// <inheritdoc/>
    object? IRulePart.Copy() => Clone();
}

/// <summary>Ends the execution of the rule set.</summary>
public sealed class RuleHaltAction : RuleAction
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<RuleHaltAction>().Build();

    /// <inheritdoc/>
    public override bool Validate(RuleValidation validator) => true;

    /// <inheritdoc/>
    public override void Execute(RuleExecution context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.Halted = true;
    }

    /// <summary>Returns an empty list: the action changes no members.</summary>
    /// <param name="validation">The validation, with the type of 'this' in the rules.</param>
    public override ICollection<string> GetSideEffects(RuleValidation validation) => [];

    /// <inheritdoc/>
    public override RuleAction Clone() => new RuleHaltAction();

    /// <summary>Returns 'Halt'.</summary>
    public override string ToString() => "Halt";

    /// <summary>Returns true if the other object is a <see cref="RuleHaltAction"/>.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => obj is RuleHaltAction;

    /// <inheritdoc/>
    public override int GetHashCode() => 1;

    /// <inheritdoc/>
    internal override NodeKind? Kind => OwnKind;
}
