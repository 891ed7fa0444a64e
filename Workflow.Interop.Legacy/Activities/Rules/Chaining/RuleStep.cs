using Workflow.Interop.Legacy.Activities.Rules.Binding;

namespace Workflow.Interop.Legacy.Activities.Rules.Chaining;

/// <summary>A rule in the order of execution.</summary>
internal sealed class RuleStep(string name, bool isOnce, Func<RuleExecution, bool> condition, RuleBranch then, RuleBranch otherwise)
{
    public string Name { get; } = name;

    /// <summary>True if the rule is not evaluated again after its actions have run.</summary>
    public bool IsOnce { get; } = isOnce;

    public RuleBranch Then { get; } = then;

    public RuleBranch Else { get; } = otherwise;

    /// <exception cref="RuleException">The condition failed.</exception>
    public bool Evaluate(RuleExecution execution)
    {
        try
        {
            return condition(execution);
        }
        catch (Exception exception)
        {
            throw RuleFailure.Wrap(exception, $"condition of the rule '{Name}'");
        }
    }

    /// <summary>Executes the actions of a branch until an action halts the execution.</summary>
    /// <exception cref="RuleException">An action failed.</exception>
    public void Run(RuleBranch branch, RuleExecution execution)
    {
        int number = 0;
        try
        {
            foreach (Action<RuleExecution> action in branch.Actions)
            {
                number++;
                action(execution);
                if (execution.Halted)
                {
                    return;
                }
            }
        }
        catch (Exception exception)
        {
            throw RuleFailure.Wrap(exception, $"{(ReferenceEquals(branch, Then) ? "then" : "else")} action {number} of the rule '{Name}'");
        }
    }
}

/// <summary>The actions for one result of a condition.</summary>
internal sealed class RuleBranch(Action<RuleExecution>[] actions, IReadOnlyCollection<string> changes)
{
    public Action<RuleExecution>[] Actions { get; } = actions;

    /// <summary>The paths that the actions change, as far as the chaining of the rule set needs them.</summary>
    public IReadOnlyCollection<string> Changes { get; } = changes;

    /// <summary>The rules that must be evaluated after the actions; null if there are none.</summary>
    public RuleBits? Affected { get; set; }
}
