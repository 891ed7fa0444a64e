using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>
/// A condition that is defined in the <see cref="RuleDefinitions"/> of the workflow, or of an activity that encloses the activity with the condition. In the
/// condition, 'this' is the activity that has the definitions.
/// </summary>
public class RuleConditionReference : ActivityCondition
{
    private static readonly DependencyProperty ConditionNameProperty =
        DependencyProperty.Register("ConditionName", typeof(string), typeof(RuleConditionReference), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The name of the condition. It can be set only while the workflow is being constructed. Default: null.</summary>
    public string? ConditionName
    {
        get => (string?)GetValue(ConditionNameProperty);
        set => SetValue(ConditionNameProperty, value);
    }

    internal override string? Problem
    {
        get
        {
            try
            {
                return FindProblem();
            }
            catch (WorkflowMarkupSerializationException exception)
            {
                return $"names the condition '{ConditionName}', and the '.rules' resource cannot be read: {exception.Message.TrimEnd('.')}";
            }
        }
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The condition is not defined.</exception>
    /// <exception cref="RuleSetValidationException">The condition is not valid.</exception>
    /// <exception cref="RuleEvaluationException">The condition failed.</exception>
    public override bool Evaluate(Activity activity, IServiceProvider provider)
    {
        ArgumentNullException.ThrowIfNull(activity);
        RuleLookup found = RuleLookup.Condition(activity, ConditionName)
            ?? throw new InvalidOperationException(
                $"The activity '{activity.QualifiedName}' names the condition '{ConditionName}', which is not defined; add it to the RuleDefinitions of the workflow.");
        PreparedRules prepared = found.Prepare();
        return ((RuleCondition)prepared.Rules).Evaluate(prepared.NewExecution(found.Owner, provider as ActivityExecutionContext));
    }

    private string? FindProblem()
    {
        if (ParentDependencyObject is not Activity activity || string.IsNullOrEmpty(ConditionName))
        {
            return "has a condition without a name; set its ConditionName";
        }

        if (RuleLookup.Condition(activity, ConditionName) is not { } found)
        {
            return $"names the condition '{ConditionName}', which is not defined; add it to the RuleDefinitions of the workflow or to its '.rules' resource";
        }

        IEnumerable<string> errors = found.Prepare().Validation.Errors.Select(static error => error.ErrorText.TrimEnd('.'));
        return string.Join("; ", errors) is { Length: > 0 } text
            ? $"has the condition '{ConditionName}', which is not valid for '{found.Owner.GetType()}': {text}"
            : null;
    }
}
