namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Says that the actions of a rule were reached.</summary>
/// <param name="ruleName">The name of the rule.</param>
/// <param name="conditionResult">The result of its condition.</param>
public class RuleActionTrackingEvent(string ruleName, bool conditionResult)
{
    /// <summary>The name of the rule.</summary>
    public string RuleName { get; } = ruleName;

    /// <summary>The result of the condition: true for the actions after 'then', false for those after 'else'.</summary>
    public bool ConditionResult { get; } = conditionResult;

    /// <summary>Returns the name and the result.</summary>
    public override string ToString() => $"{RuleName}: {ConditionResult}";
}
