using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Runs its branches concurrently: their steps are interleaved on one thread. The activity closes when all branches have closed.</summary>
public sealed class ParallelActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Creates an activity without branches.</summary>
    public ParallelActivity()
    {
    }

    /// <summary>Creates an activity without branches.</summary>
    /// <param name="name">The name of the activity.</param>
    public ParallelActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        if (!HasActiveChild)
        {
            ((ActivityExecutionContext)sender).CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        foreach (Activity branch in EnabledActivities)
        {
            branch.RegisterForStatusChange(ClosedEvent, this);
            executionContext.ExecuteActivity(branch);
        }

        return HasActiveChild ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <summary>Runs a branch that is added while the activity executes.</summary>
    protected internal override void OnActivityChangeAdd(ActivityExecutionContext executionContext, Activity addedActivity)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        ArgumentNullException.ThrowIfNull(addedActivity);
        if (addedActivity.Enabled && !addedActivity.IsHandler)
        {
            addedActivity.RegisterForStatusChange(ClosedEvent, this);
            executionContext.ExecuteActivity(addedActivity);
        }
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (EnabledActivities.Count < 2 || EnabledActivities.Any(static activity => activity is not SequenceActivity))
        {
            yield return new ActivityProblem(
                "needs two or more branches, all of them SequenceActivity; add a branch or put other activities into one",
                EnabledActivities.Count < 2 ? ErrorNumbers.ParallelWithFewBranches : ErrorNumbers.ParallelWithOtherChild);
        }
    }
}
