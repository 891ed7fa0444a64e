namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>The tracking data for a rule whose actions are about to be executed.</summary>
/// <param name="ruleName">The name of the rule.</param>
/// <param name="conditionResult">The result of the condition.</param>
public class RuleActionTrackingEvent(string ruleName, bool conditionResult)
{
    /// <summary>The name of the rule.</summary>
    public string RuleName { get; } = ruleName;

    /// <summary>The result of the condition: true for the 'then' actions, false for the 'else' actions.</summary>
    public bool ConditionResult { get; } = conditionResult;

    /// <summary>Returns the name and the result.</summary>
    public override string ToString() => $"{RuleName}: {ConditionResult}";
}
