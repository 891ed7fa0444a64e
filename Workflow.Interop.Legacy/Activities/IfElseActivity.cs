using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Runs the first branch whose condition is true. A last branch without a condition runs if no other branch does.</summary>
public sealed class IfElseActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Creates an activity without branches.</summary>
    public IfElseActivity()
    {
    }

    /// <summary>Creates an activity without branches.</summary>
    /// <param name="name">The name of the activity.</param>
    public IfElseActivity(string name)
        : base(name)
    {
    }

    internal override bool CanChangeWhileRunning => false;

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ((ActivityExecutionContext)sender).CloseActivity();
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        foreach (Activity activity in Activities)
        {
            if (activity is IfElseBranchActivity { Enabled: true } branch && (branch.Condition is null || branch.Condition.Evaluate(branch, executionContext)))
            {
                branch.RegisterForStatusChange(ClosedEvent, this);
                executionContext.ExecuteActivity(branch);
                return ActivityExecutionStatus.Executing;
            }
        }

        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        List<Activity> branches = [.. EnabledActivities];
        if (branches.Count == 0 || branches.Any(static branch => branch is not IfElseBranchActivity))
        {
            yield return new ActivityProblem(
                "needs a branch, and all its children are of type IfElseBranchActivity; add a branch or move the other children",
                branches.Count == 0 ? ErrorNumbers.IfElseWithoutBranch : ErrorNumbers.IfElseWithOtherChild);
        }

        foreach (IfElseBranchActivity branch in branches.SkipLast(1).OfType<IfElseBranchActivity>().Where(static branch => branch.Condition is null))
        {
            yield return ActivityProblem.NotSet(
                "Condition", $"has the branch '{branch.QualifiedName}' without a condition before its last branch; set the condition");
        }
    }
}

/// <summary>A branch of an <see cref="IfElseActivity"/>.</summary>
public sealed class IfElseBranchActivity : SequenceActivity
{
    /// <summary>The dependency property for <see cref="Condition"/>.</summary>
    public static readonly DependencyProperty ConditionProperty =
        DependencyProperty.Register(
            "Condition", typeof(ActivityCondition), typeof(IfElseBranchActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>Creates a branch without a condition.</summary>
    public IfElseBranchActivity()
    {
    }

    /// <summary>Creates a branch without a condition.</summary>
    /// <param name="name">The name of the activity.</param>
    public IfElseBranchActivity(string name)
        : base(name)
    {
    }

    /// <summary>The condition under which the branch runs. Null means that the branch always runs; only the last branch may have no condition.</summary>
    public ActivityCondition? Condition
    {
        get => (ActivityCondition?)GetValue(ConditionProperty);
        set => SetValue(ConditionProperty, value);
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() =>
        Parent is not IfElseActivity ? [new("is not in an IfElseActivity; move it there", ErrorNumbers.IfElseBranchOutside)]
        : Condition?.Problem is { } problem ? [ActivityProblem.NotSet("Condition", problem)] : [];
}
