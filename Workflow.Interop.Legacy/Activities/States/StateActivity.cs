using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// A state of a <see cref="StateMachineWorkflowActivity"/>. It contains either other states, or an initialization and a finalization; and event handlers, which
/// are <see cref="EventDrivenActivity"/> children. The handlers of enclosing states are active, too; if several states wait for an event, the innermost state
/// handles it.
/// </summary>
public class StateActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>, IEventDrivenParent
{
    /// <summary>
    /// The tracking key of the data that a state without inner states sends to tracking services when it is entered. The data is the qualified name of the
    /// state.
    /// </summary>
    public const string StateChangeTrackingDataKey = "StateActivity.StateChange";

    private List<StateHandler>? _handlers;

    // True while the state waits for the events of its handlers.
    private bool _isWaiting;

    /// <summary>Creates a state without content.</summary>
    public StateActivity()
    {
    }

    /// <summary>Creates a state without content.</summary>
    /// <param name="name">The name of the activity.</param>
    public StateActivity(string name)
        : base(name)
    {
    }

    internal bool IsLeaf => this is not StateMachineWorkflowActivity && !EnabledActivities.Any(static activity => activity is StateActivity);

    private StateMachineProgress Machine => MachineRoot(this)!.Machine!;

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!);
        if (ExecutionStatus != ActivityExecutionStatus.Executing)
        {
            if (!HasActiveChild)
            {
                context.CloseActivity();
            }
        }
        else
        {
            ChildClosed(context, e.Activity);
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        _handlers = [];
        Machine.Active.Add(this);
        if (!IsLeaf)
        {
            Subscribe(executionContext);
            EnterChild(executionContext);
            return ActivityExecutionStatus.Executing;
        }

        Machine.Enter(QualifiedName);
        if (QualifiedName == MachineRoot(this)!.CompletedStateName)
        {
            TrackEntry(executionContext);
            Machine.IsCompleted = true;
            Machine.Active.Remove(this);
            return ActivityExecutionStatus.Closed;
        }

        if (Child<StateInitializationActivity>() is { } initialization)
        {
            Run(executionContext, initialization);
        }
        else
        {
            Settle(executionContext);
        }

        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        Unsubscribe(executionContext);
        return SequentialFlow.Cancel(this, executionContext);
    }

    /// <summary>Subscribes a handler that is added while the state waits for events.</summary>
    protected internal override void OnActivityChangeAdd(ActivityExecutionContext executionContext, Activity addedActivity)
    {
        if (_isWaiting && addedActivity is EventDrivenActivity { Enabled: true } handler)
        {
            Subscribe(executionContext, handler);
        }
    }

    /// <inheritdoc/>
    internal override string? ProblemOfAdding(Activity added) =>
        IsLeaf && added is StateActivity
            ? "is a state in which the machine is and has no states in it; change it when the machine is in another state"
            : base.ProblemOfAdding(added);

    /// <inheritdoc/>
    internal override string? ProblemOfRemoving(Activity removed) =>
        removed is StateActivity
            ? base.ProblemOfRemoving(removed)
            : $"the machine is in the state '{QualifiedName}'; remove it when the machine is in another state";

    internal static StateMachineWorkflowActivity? MachineRoot(Activity activity)
    {
        Activity? current = activity;
        while (current is not (null or StateMachineWorkflowActivity))
        {
            current = current.Parent;
        }

        return (StateMachineWorkflowActivity?)current;
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is not StateActivity)
        {
            yield return "is not in a state or a state machine; move it there";
        }

        bool fits = IsLeaf
            ? EnabledActivities.All(static activity => activity is EventDrivenActivity or StateInitializationActivity or StateFinalizationActivity)
            : EnabledActivities.All(static activity => activity is EventDrivenActivity or StateActivity);
        if (!fits || Activities.Any(static activity => activity.IsHandler))
        {
            yield return "has a child that a state cannot have; a state contains EventDrivenActivity, and either other states or an initialization and a finalization";
        }

        if (EnabledActivities.Count(static activity => activity is StateInitializationActivity) > 1
            || EnabledActivities.Count(static activity => activity is StateFinalizationActivity) > 1)
        {
            yield return "has several initializations or finalizations; put their children into one";
        }

        if (QualifiedName == MachineRoot(this)?.CompletedStateName && EnabledActivities.Count > 0)
        {
            yield return "completes the state machine and has children; remove them";
        }
    }

    /// <summary>Called when an item is in a queue for which this state, or the state machine, waits.</summary>
    internal void TakeItem(ActivityExecutionContext context, IComparable queueName)
    {
        StateMachineProgress machine = Machine;
        if (ExecutionStatus != ActivityExecutionStatus.Executing)
        {
            return;
        }

        if (machine.IsBusy)
        {
            machine.Pending.Enqueue(queueName);
            return;
        }

        WorkflowQueuingService queues = context.GetService<WorkflowQueuingService>()!;
        if (!queues.Exists(queueName) || queues.GetWorkflowQueue(queueName).Count == 0)
        {
            // Another state has handled the item.
            return;
        }

        if (queueName.Equals(StateMachineWorkflowActivity.SetStateQueueName))
        {
            machine.Next = (queues.GetWorkflowQueue(queueName).Dequeue() as SetStateEventArgs)?.TargetStateName;
            Proceed(context);
        }
        else if (machine.Active.FindLast(state => state.HandlerOf(queueName) is not null) is { } state)
        {
            machine.IsBusy = true;
            state.Invoke(new StateSignal(state), new StateSignalEventArgs(queueName));
        }
    }

    internal void OnSignal(ActivityExecutionContext context, IComparable? queueName)
    {
        if (queueName is null)
        {
            End(context);
        }
        else if (HandlerOf(queueName) is { } handler)
        {
            handler.Template!.EventActivity!.Unsubscribe(context, handler);
            _handlers!.Remove(handler);
            Run(context, handler.Template);
        }
        else
        {
            Machine.IsBusy = false;
            Proceed(context);
        }
    }

    private void ChildClosed(ActivityExecutionContext context, Activity child)
    {
        switch (child)
        {
            case StateInitializationActivity:
                Settle(context);
                break;
            case StateFinalizationActivity:
                Leave(context);
                break;
            case EventDrivenActivity:
                // The handler waits again. A delay starts from the beginning.
                Subscribe(context, (EventDrivenActivity)GetTemplate(child));
                Machine.IsBusy = false;
                Proceed(context);
                break;
            case StateActivity when !Machine.IsCompleted && ChildOnThePath() is not null:
                EnterChild(context);
                break;
            default:
                Leave(context);
                break;
        }
    }

    /// <summary>Completes the entry into a state without inner states: from now on, the state handles events.</summary>
    private void Settle(ActivityExecutionContext context)
    {
        Subscribe(context);
        TrackEntry(context);
        Machine.IsBusy = false;
        Proceed(context);
    }

    private void TrackEntry(ActivityExecutionContext context)
    {
        if (context.IsTracked)
        {
            context.TrackData(StateChangeTrackingDataKey, QualifiedName);
        }
    }

    /// <summary>Begins the transition to the next state, or handles the events that have arrived in the meantime.</summary>
    private void Proceed(ActivityExecutionContext context)
    {
        StateMachineProgress machine = Machine;
        if (machine.Next is { } next)
        {
            if (MachineRoot(this)!.GetActivityByName(next) is not StateActivity { IsLeaf: true })
            {
                throw new InvalidOperationException(
                    $"'{QualifiedName}' cannot change to the state '{next}': it is no state without other states in it; correct the name.");
            }

            machine.Next = null;
            machine.Target = next;
            machine.IsBusy = true;
            StateActivity leaf = machine.Active[^1];
            leaf.Invoke(new StateSignal(leaf), new StateSignalEventArgs(null));
        }

        while (!machine.IsBusy && machine.Pending.TryDequeue(out IComparable? queueName))
        {
            TakeItem(context, queueName);
        }
    }

    private void End(ActivityExecutionContext context)
    {
        if (Child<StateFinalizationActivity>() is { } finalization)
        {
            Run(context, finalization);
        }
        else
        {
            Leave(context);
        }
    }

    private void Leave(ActivityExecutionContext context)
    {
        Unsubscribe(context);
        context.CloseActivity();
    }

    private void EnterChild(ActivityExecutionContext context) => Run(context, ChildOnThePath()!);

    /// <summary>Returns the child that is, or contains, the state that is being entered; null if that state is elsewhere.</summary>
    private Activity? ChildOnThePath()
    {
        Activity? current = GetActivityByName(Machine.Target, withinThisActivityOnly: true);
        while (current is not null && !ReferenceEquals(current.Parent, this))
        {
            current = current.Parent;
        }

        return current;
    }

    private void Run(ActivityExecutionContext context, Activity template)
    {
        ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(template);
        inner.Activity.RegisterForStatusChange(ClosedEvent, this);
        inner.ExecuteActivity(inner.Activity);
    }

    private void Subscribe(ActivityExecutionContext context)
    {
        _isWaiting = true;
        foreach (EventDrivenActivity template in EnabledActivities.OfType<EventDrivenActivity>())
        {
            Subscribe(context, template);
        }
    }

    private void Subscribe(ActivityExecutionContext context, EventDrivenActivity template)
    {
        StateHandler handler = new(this, template);
        _handlers!.Add(handler);
        template.EventActivity!.Subscribe(context, handler);
    }

    private void Unsubscribe(ActivityExecutionContext context)
    {
        if (_handlers is not { } handlers)
        {
            // A handler of a status event has failed before the state was executed. The state machine may not exist yet.
            return;
        }

        Machine.Active.Remove(this);
        _isWaiting = false;
        _handlers = [];
        handlers.ForEach(handler => handler.Template!.EventActivity!.Unsubscribe(context, handler));
    }

    private StateHandler? HandlerOf(IComparable queueName) => _handlers?.Find(handler => handler.Template!.EventActivity!.QueueName.Equals(queueName));

    private Activity GetTemplate(Activity clone) => Activities.First(activity => activity.QualifiedName == clone.QualifiedName);

    private T? Child<T>()
        where T : Activity => EnabledActivities.OfType<T>().FirstOrDefault();
}
