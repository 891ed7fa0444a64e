using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Waits for the events of its branches, and runs the branch whose event arrives first.</summary>
public sealed class ListenActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>, IEventDrivenParent
{
    private List<Branch>? _waiting;

    /// <summary>Creates an activity without branches.</summary>
    public ListenActivity()
    {
    }

    /// <summary>Creates an activity without branches.</summary>
    /// <param name="name">The name of the activity.</param>
    public ListenActivity(string name)
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
        _waiting = [];
        foreach (EventDrivenActivity activity in EnabledActivities.OfType<EventDrivenActivity>())
        {
            Branch branch = new(this, activity);
            _waiting.Add(branch);
            activity.EventActivity!.Subscribe(executionContext, branch);
        }

        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        StopWaiting(executionContext);
        return SequentialFlow.Cancel(this, executionContext);
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (EnabledActivities.Count < 2 || EnabledActivities.Any(static activity => activity is not EventDrivenActivity))
        {
            yield return new ActivityProblem(
                "needs two or more branches, all of them EventDrivenActivity; add a branch or put other activities into one",
                EnabledActivities.Count < 2 ? ErrorNumbers.ListenWithFewBranches : ErrorNumbers.ListenWithOtherChild);
        }
    }

    private void Run(ActivityExecutionContext context, EventDrivenActivity branch)
    {
        // The events of several branches may be queued: only the first one selects a branch.
        if (_waiting is { Count: > 0 } && ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            StopWaiting(context);
            branch.RegisterForStatusChange(ClosedEvent, this);
            context.ExecuteActivity(branch);
        }
    }

    private void StopWaiting(ActivityExecutionContext context)
    {
        List<Branch> branches = _waiting ?? [];
        _waiting = [];
        EventWaits.End(context, branches.Select(static branch => (branch.Activity, (IActivityEventListener<QueueEventArgs>)branch)));
    }

    /// <summary>The subscription of a branch to its event.</summary>
    [Serializable]
    private sealed class Branch(ListenActivity owner, EventDrivenActivity activity) : IActivityEventListener<QueueEventArgs>
    {
        public EventDrivenActivity Activity => activity;

        public void OnEvent(object sender, QueueEventArgs e) => owner.Run((ActivityExecutionContext)sender, activity);
    }
}
