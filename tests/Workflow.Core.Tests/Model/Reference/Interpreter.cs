using Workflow.Core.Tests.Model.Programs;
using Workflow.Runtime.Execution;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>
/// Interprets a program by the rules of the contract, written as directly as possible and without regard to speed. Shares no code with the engine.
/// </summary>
internal sealed class Interpreter
{
    private readonly LinkedList<Item> _queue = new();
    private readonly Instance _root;
    private int _lastId = 1;
    private bool _isCancelRequested;
    private (ExecutionOutcome Outcome, Exception? Reason)? _requestedEnd;
    private bool _isAbortRequested;

    public Interpreter(Node root)
    {
        Session = new Session();
        Records = new Records(Session);
        Bookmarks = new Bookmarks(this);
        Cancellation = new Cancellation(this);
        Faults = new Faults(this);
        Preparation = new Preparation(this);
        _root = new Instance(root, null, 1);
        PushFront(new Item(ItemKind.Execute, _root, () => Execute(_root)));
    }

    public Session Session { get; }

    public Records Records { get; }

    public Bookmarks Bookmarks { get; }

    public Cancellation Cancellation { get; }

    public Faults Faults { get; }

    public Preparation Preparation { get; }

    public Dictionary<Feature, int> Features { get; } = [];

    public ExecutionOutcome Outcome { get; private set; } = ExecutionOutcome.Running;

    public ActivityInstanceState RootState => _root.State;

    public Exception? Reason { get; private set; }

    public void See(Feature feature, bool happened = true)
    {
        if (happened)
        {
            Features[feature] = Features.GetValueOrDefault(feature) + 1;
        }
    }

    public ModelDoor DoorOf(Instance instance, bool isFault = false) => new(this, instance, isFault);

    public void PushFront(Item item) => _queue.AddFirst(item);

    public void PushTail(Item item) => _queue.AddLast(item);

    public void RequestCancel() => _isCancelRequested = true;

    public void RequestAbort(Exception? reason)
    {
        _isAbortRequested |= _requestedEnd is null;
        _requestedEnd ??= (ExecutionOutcome.Aborted, reason);
    }

    public void RequestTermination(Exception reason, bool isUnhandled) =>
        _requestedEnd ??= (isUnhandled ? ExecutionOutcome.Unhandled : ExecutionOutcome.Terminated, reason);

    /// <summary>Runs one episode: until the queue is empty or the workflow has ended (rules 1.1, 7.2).</summary>
    public void Run()
    {
        Records.Deliver();
        AttendRequests();
        Records.Deliver();
        while (Outcome == ExecutionOutcome.Running && _queue.First is { } first)
        {
            _queue.RemoveFirst();
            if (first.Value.Owner.IsExecuting)
            {
                RunItem(first.Value);
                Records.Deliver();
                AttendRequests();
                Records.Deliver();
            }
            else
            {
                See(first.Value.Kind == ItemKind.Resume ? Feature.ResumptionDropped : Feature.ItemSkipped);
            }
        }
    }

    public BookmarkResumptionResult ResumeFromOutside(object bookmark)
    {
        See(Feature.ResumedOutside);
        BookmarkResumptionResult result = bookmark is string name
            ? Bookmarks.Resume(one => one.Name == name)
            : Bookmarks.Resume(one => one.IsMeantBy((ModelBookmark)bookmark));
        Run();
        return result;
    }

    public void CancelFromOutside()
    {
        See(Feature.HostCancel);
        RequestCancel();
        Run();
    }

    public void AbortFromOutside(Exception reason)
    {
        See(Feature.HostAbort);
        RequestAbort(reason);
        Run();
    }

    /// <summary>Schedules a child (rule 1.2), or returns a canceled instance if default cancellation suppresses the child (rule 3.2).</summary>
    public Instance Schedule(Instance parent, Node child, bool tellsCompletion, bool tellsFault)
    {
        bool hasHandler = child.Spec.Slot != SlotKind.NoHandler || parent.Node!.Spec.Kind != NodeKind.Native;
        if (parent.IsInDefaultCancellation)
        {
            See(Feature.ScheduleSuppressed);
            parent.IsMarkedCanceled = true;
            return new Instance(hasHandler ? child : null, parent, 0) { State = ActivityInstanceState.Canceled };
        }

        Instance instance = new(hasHandler ? child : null, parent, ++_lastId) { TellsCompletion = tellsCompletion, TellsFault = tellsFault };
        parent.Children.Add(instance);
        See(Feature.ScheduledWhileOthersWait, parent.Children.Count > 1);
        if (hasHandler)
        {
            See(child.Spec.Slot == SlotKind.Handler ? Feature.HandlerScheduled : Feature.ChildScheduled);
            Records.Scheduled(parent, instance);
            PushFront(new Item(ItemKind.Execute, instance, () => Execute(instance)));
        }
        else
        {
            // Rule 13.1: completes at once, with a callback.
            See(Feature.DelegateWithoutHandler);
            instance.State = ActivityInstanceState.Closed;
            TellParent(instance);
        }

        return instance;
    }

    /// <summary>Creates an instance that runs in an item of its parent (rule 4.11).</summary>
    public Instance Number(Instance parent, Node child) => new(child, parent, ++_lastId);

    /// <summary>Adds the completion of an instance, in whatever state, to the front of the queue as an item of its parent.</summary>
    public void TellParent(Instance instance)
    {
        if (instance.Parent is { } parent)
        {
            parent.Children.Remove(instance);
            PushFront(new Item(ItemKind.Complete, parent, () => ReceiveCompletion(parent, instance)));
        }
        else if (_requestedEnd is null && instance.State != ActivityInstanceState.Faulted)
        {
            Outcome = ExecutionOutcome.Completed;
        }
    }

    public bool HasItemFor(Instance instance) => _queue.Any(item => item.Owner == instance);

    private void RunItem(Item item)
    {
        try
        {
            item.Run();
        }
        catch (ScriptedException exception)
        {
            // Rule 6.1: after an abort request, an exception has no effect.
            See(Feature.FaultAfterAbortIgnored, _isAbortRequested);
            See(Feature.FaultInCallback, item.Kind is ItemKind.Complete or ItemKind.Resume);
            if (!_isAbortRequested)
            {
                Faults.Raise(item.Owner, exception, item.ReportedSource ?? item.Owner);
            }

            return;
        }

        Evaluate(item.Owner);
    }

    /// <summary>
    /// Completes or starts an instance whose item has ended (rule 1.6). Covers canceled instances whose body was not called (rule 2.2) and the removal of
    /// bookmarks by default cancellation (rule 3.2).
    /// </summary>
    private void Evaluate(Instance instance)
    {
        if (!instance.IsExecuting)
        {
            return;
        }

        if (!instance.HasStarted && instance.IsCancellationRequested)
        {
            if (instance.Children.Count > 0)
            {
                return;
            }

            // Rule 2.2: items still in the queue do not delay the instance.
            See(Feature.CanceledWithWorkQueued, HasItemFor(instance));
            instance.IsMarkedCanceled = true;
        }
        else if (instance.Children.Count > 0 || HasItemFor(instance))
        {
            return;
        }
        else if (!instance.HasStarted)
        {
            PushFront(new Item(ItemKind.Execute, instance, () => Execute(instance)));
            return;
        }
        else if (Bookmarks.HasBlocking(instance))
        {
            if (!instance.IsInDefaultCancellation)
            {
                return;
            }

            See(Feature.BookmarksRemovedByDefaultCancellation);
            instance.IsMarkedCanceled = true;
        }

        Complete(instance);
    }

    private void Complete(Instance instance)
    {
        instance.State = instance.IsMarkedCanceled ? ActivityInstanceState.Canceled : ActivityInstanceState.Closed;
        See(Feature.ClosedDespiteCancel, instance.IsCancellationRequested && !instance.IsMarkedCanceled);
        See(Feature.BookmarksRemovedAtCompletion, Bookmarks.RemoveAll(instance) > 0);
        Records.Reached(instance);
        TellParent(instance);
    }

    /// <summary>Performs the requests that were made while an item ran, after its end (rules 6.1 and 6.6).</summary>
    private void AttendRequests()
    {
        if (_requestedEnd is { } end)
        {
            (Outcome, Reason) = end;
            Records.IsSilent = end.Outcome == ExecutionOutcome.Aborted;
            if (_root.IsExecuting)
            {
                Faults.TearDown(_root, end.Reason);
            }
        }
        else if (_isCancelRequested)
        {
            _isCancelRequested = false;
            Cancellation.Request(_root);
        }
    }

    /// <summary>Prepares an instance as far as possible and, when all values are computed, runs its body.</summary>
    public void Execute(Instance instance)
    {
        if (instance == _root && instance is { Argument: 0, HasVariables: false })
        {
            Records.Scheduled(null, instance);
        }

        if (!Preparation.Prepare(instance))
        {
            return;
        }

        instance.HasStarted = true;
        Records.Reached(instance);
        Node node = instance.Node!;
        switch (node.Spec.Kind)
        {
            case NodeKind.Sequence:
                ScheduleStep(instance);
                break;
            case NodeKind.Parallel:
                See(Feature.ParallelBranches, node.Children.Length > 1);
                foreach (Node branch in node.Children.Reverse())
                {
                    Schedule(instance, branch, tellsCompletion: false, tellsFault: false);
                }

                break;
            case NodeKind.Expression:
                Array.ForEach(node.Children, child => Schedule(instance, child, tellsCompletion: false, tellsFault: false));
                break;
            case NodeKind.TerminateWorkflow:
                See(Feature.WorkflowTerminated);
                RequestTermination(new WorkflowTerminatedException("enough"), isUnhandled: false);
                break;
            default:
                Session.Run(
                    new Call(Session, node, DoorOf(instance)),
                    "execute",
                    node.Spec.OnExecute,
                    node.Spec.Kind is NodeKind.Code or NodeKind.SimpleExpression);
                break;
        }
    }

    private void ScheduleStep(Instance sequence)
    {
        if (sequence.Position < sequence.Node!.Children.Length)
        {
            See(Feature.SequenceStep);
            Schedule(sequence, sequence.Node.Children[sequence.Position++], tellsCompletion: false, tellsFault: false);
        }
    }

    private void ReceiveCompletion(Instance parent, Instance child)
    {
        if (parent.IsInDefaultCancellation && child.State != ActivityInstanceState.Closed)
        {
            // Rule 3.3: a child that did not close marks its parent.
            See(child.State == ActivityInstanceState.Faulted ? Feature.MarkedByFaultedChild : Feature.MarkedByCanceledChild);
            parent.IsMarkedCanceled = true;
        }

        if (child.IsExpression && !parent.HasStarted)
        {
            parent.IsIncomplete |= child.State != ActivityInstanceState.Closed;
        }
        else if (parent.Node!.Spec.Kind == NodeKind.Sequence)
        {
            ScheduleStep(parent);
        }
        else if (child.TellsCompletion)
        {
            Call call = new(Session, parent.Node, DoorOf(parent), child);
            Session.Run(call, $"child {child.Name} {child.State}", parent.Node.Spec.OnChild);
        }
        else
        {
            See(Feature.CompletionWithoutCallback);
        }
    }
}
