namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>What a rule does. <see cref="RuleStatementAction"/>, <see cref="RuleUpdateAction"/> and <see cref="RuleHaltAction"/> ship; applications can derive their own.</summary>
public abstract class RuleAction
{
    /// <summary>Finds what is wrong with the action and adds it to <see cref="RuleValidation.Errors"/>.</summary>
    /// <param name="validator">The type that the action is about, and its errors.</param>
    /// <returns>Whether nothing is wrong.</returns>
    public abstract bool Validate(RuleValidation validator);

    /// <summary>Does it.</summary>
    /// <param name="context">The object that the action is about.</param>
    public abstract void Execute(RuleExecution context);

    /// <summary>What the action changes, as paths such as 'this/Order/Total/'.</summary>
    /// <param name="validation">The type that the action is about.</param>
    public abstract ICollection<string> GetSideEffects(RuleValidation validation);

    /// <summary>Makes a copy.</summary>
    public abstract RuleAction Clone();
}

/// <summary>Ends the execution of the rule set.</summary>
public sealed class RuleHaltAction : RuleAction
{
    /// <inheritdoc/>
    public override bool Validate(RuleValidation validator) => true;

    /// <inheritdoc/>
    public override void Execute(RuleExecution context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.Halted = true;
    }

    /// <summary>Nothing.</summary>
    /// <param name="validation">The type that the action is about.</param>
    public override ICollection<string> GetSideEffects(RuleValidation validation) => [];

    /// <inheritdoc/>
    public override RuleAction Clone() => new RuleHaltAction();

    /// <summary>Returns 'Halt'.</summary>
    public override string ToString() => "Halt";

    /// <summary>Whether the other object is such an action.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => obj is RuleHaltAction;

    /// <inheritdoc/>
    public override int GetHashCode() => 1;
}
