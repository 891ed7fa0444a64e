using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Executes a rule set that is defined in the <see cref="RuleDefinitions"/> of the workflow or of an enclosing activity. In the rules, 'this' is the activity
/// that has the definitions.
/// </summary>
public sealed class PolicyActivity : Activity
{
    /// <summary>The dependency property for <see cref="RuleSetReference"/>.</summary>
    public static readonly DependencyProperty RuleSetReferenceProperty =
        DependencyProperty.Register(
            "RuleSetReference", typeof(RuleSetReference), typeof(PolicyActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="EvaluationLimit"/>.</summary>
    public static readonly DependencyProperty EvaluationLimitProperty =
        DependencyProperty.Register("EvaluationLimit", typeof(long?), typeof(PolicyActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>Creates an activity without a rule set.</summary>
    public PolicyActivity()
    {
    }

    /// <summary>Creates an activity without a rule set.</summary>
    /// <param name="name">The name of the activity.</param>
    public PolicyActivity(string name)
        : base(name)
    {
    }

    /// <summary>The reference to the rule set. Default: null, which fails validation.</summary>
    public RuleSetReference? RuleSetReference
    {
        get => (RuleSetReference?)GetValue(RuleSetReferenceProperty);
        set => SetValue(RuleSetReferenceProperty, value);
    }

    /// <summary>
    /// The maximum number of conditions that an execution evaluates before the activity faults with a <see cref="RuleEvaluationException"/>. Without a limit,
    /// rules that change the members that they read can run forever and block the thread of the workflow. Default: null, which means no limit, as in WF3.
    /// </summary>
    public long? EvaluationLimit
    {
        get => (long?)GetValue(EvaluationLimitProperty);
        set => SetValue(EvaluationLimitProperty, value);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        RuleLookup found = RuleLookup.RuleSet(this, RuleSetReference?.RuleSetName)
            ?? throw new InvalidOperationException(
                $"The activity '{QualifiedName}' names the rule set '{RuleSetReference?.RuleSetName}', which is not defined; add it to the RuleDefinitions of the workflow.");
        PreparedRules prepared = found.Prepare();
        RuleExecution execution = prepared.NewExecution(found.Owner, executionContext);
        execution.EvaluationLimit = EvaluationLimit;
        if (executionContext.IsTracked)
        {
            execution.Tracking = rule => executionContext.TrackData(rule.RuleName, rule);
        }

        ((RuleSet)prepared.Rules).Execute(execution);
        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        string? name = RuleSetReference?.RuleSetName;
        if (string.IsNullOrEmpty(name))
        {
            return [ActivityProblem.NotSet("RuleSetReference", "names no rule set; set its RuleSetReference")];
        }

        try
        {
            return RuleLookup.RuleSet(this, name) is { } found
                ? found.Prepare().Validation.Errors.Select(
                    error => new ActivityProblem(
                        $"has the rule set '{name}', which is not valid for '{found.Owner.GetType()}': {error.ErrorText.TrimEnd('.')}", error.ErrorNumber))
                : [$"names the rule set '{name}', which is not defined; add it to the RuleDefinitions of the workflow or to its '.rules' resource"];
        }
        catch (WorkflowMarkupSerializationException exception)
        {
            return [$"names the rule set '{name}', and the '.rules' resource cannot be read: {exception.Message.TrimEnd('.')}"];
        }
    }
}
