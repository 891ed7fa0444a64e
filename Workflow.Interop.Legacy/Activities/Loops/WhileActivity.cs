using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Runs its child as long as a condition is true. Each iteration runs a new clone of the child.</summary>
public sealed class WhileActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>The dependency property for <see cref="Condition"/>.</summary>
    public static readonly DependencyProperty ConditionProperty =
        DependencyProperty.Register("Condition", typeof(ActivityCondition), typeof(WhileActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>Creates an activity without a condition.</summary>
    public WhileActivity()
    {
    }

    /// <summary>Creates an activity without a condition.</summary>
    /// <param name="name">The name of the activity.</param>
    public WhileActivity(string name)
        : base(name)
    {
    }

    /// <summary>The condition for another iteration. Required.</summary>
    public ActivityCondition? Condition
    {
        get => (ActivityCondition?)GetValue(ConditionProperty);
        set => SetValue(ConditionProperty, value);
    }

    /// <summary>The running clone; null if none runs.</summary>
    public Activity? DynamicActivity => EnabledActivities is [{ } child] && GetDynamicActivities(child) is [{ } clone, ..] ? clone : null;

    internal override bool CanChangeWhileRunning => false;

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!);
        if (ExecutionStatus != ActivityExecutionStatus.Executing || !RunNext(context))
        {
            context.CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        return RunNext(executionContext) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (EnabledActivities.Count != 1)
        {
            yield return new ActivityProblem(
                "does not have exactly one child that is enabled; put several activities into a SequenceActivity", ErrorNumbers.WhileWithoutOneChild);
        }

        if (Condition is null || Condition.Problem is not null)
        {
            yield return ActivityProblem.NotSet("Condition", Condition?.Problem ?? "has no Condition; set it");
        }
    }

    private bool RunNext(ActivityExecutionContext context)
    {
        if (!Condition!.Evaluate(this, context))
        {
            return false;
        }

        ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(EnabledActivities[0]);
        inner.Activity.RegisterForStatusChange(ClosedEvent, this);
        inner.ExecuteActivity(inner.Activity);
        return true;
    }
}
