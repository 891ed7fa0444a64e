using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Execution;

/// <summary>Makes the frame of an activity that is scheduled, and checks that it may be.</summary>
internal sealed class Scheduler(WorkflowExecution execution)
{
    private readonly Program _program = execution.Program;
    private readonly FrameStore _frames = new(execution, execution.Program.Shapes);
    private long _lastInstance;

    public void Reset() => _lastInstance = 0;

    public Frame ScheduleRoot(IDictionary<string, object?>? inputs)
    {
        Frame root = Create(0, null, null);
        root.Overrides = inputs;
        root.CompletionKind = CompletionKind.None;
        root.OnFaulted = null;
        return root;
    }

    public Frame Schedule(
        Frame parent, Activity activity, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted, IDictionary<string, object?>? overrides)
    {
        if (!_program.TryFind(activity, out int number))
        {
            throw new ArgumentException(
                $"'{activity.DisplayName}' is not part of this workflow's tree; declare it as a child of '{parent.Activity.DisplayName}' in CacheMetadata.", nameof(activity));
        }

        if (!_program.CanSchedule(parent.Number, number))
        {
            throw new InvalidOperationException(
                $"'{parent.Activity.DisplayName}' cannot schedule '{activity.DisplayName}', which is not its direct child; declare it as a child in CacheMetadata.");
        }

        if (parent.Has(FrameFlags.DefaultCancellation))
        {
            return Suppress(parent, number, onCompleted, onFaulted);
        }

        Frame child = Create(number, parent, parent.Environment);
        SetCallbacks(parent, child, kind, onCompleted, onFaulted);
        child.Overrides = overrides;
        FrameTree.Link(parent, child);
        execution.Loop.ScheduleNext(child);
        return child;
    }

    public Frame ScheduleDelegate(
        Frame parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        int number = activityDelegate.Number;
        if ((uint)number >= (uint)_program.Delegates.Length || !ReferenceEquals(_program.Delegates[number].Delegate, activityDelegate))
        {
            throw new ArgumentException(
                $"The delegate '{activityDelegate.DisplayName}' is not part of this workflow's tree; declare it in CacheMetadata of '{parent.Activity.DisplayName}'.",
                nameof(activityDelegate));
        }

        ref DelegatePlan plan = ref _program.Delegates[number];
        if (plan.Owner != parent.Number && !MayBorrow(parent.Number, plan))
        {
            throw new InvalidOperationException(
                $"'{parent.Activity.DisplayName}' cannot schedule the delegate '{activityDelegate.DisplayName}', which another activity declares.");
        }

        if (parent.Has(FrameFlags.DefaultCancellation))
        {
            return Suppress(parent, Math.Max(plan.Handler, 0), onCompleted, onFaulted);
        }

        return plan.Handler < 0
            ? ScheduleNothing(parent, number, kind, onCompleted, onFaulted)
            : ScheduleHandler(parent, ref plan, kind, onCompleted, onFaulted);
    }

    /// <summary>An expression of an argument or a variable default; its result goes to the owner's slot.</summary>
    public Frame ScheduleExpression(Frame owner, ArgumentStep step, LocationEnvironment? scope)
    {
        Frame child = CreateExpression(owner, step, scope);
        FrameTree.Link(owner, child);
        execution.Loop.ScheduleNext(child);
        return child;
    }

    public Frame CreateExpression(Frame owner, ArgumentStep step, LocationEnvironment? scope)
    {
        Frame child = Create(step.Expression.Number, owner, scope);
        child.CompletionKind = CompletionKind.None;
        child.OnFaulted = null;
        child.ResultStep = step;
        return child;
    }

    public void ScheduleImplementation(Frame composite, int implementation)
    {
        Frame child = Create(implementation, composite, composite.Environment);
        child.CompletionKind = CompletionKind.None;
        child.OnFaulted = null;
        FrameTree.Link(composite, child);
        execution.Loop.ScheduleNext(child);
    }

    /// <summary>Gives a completed frame back, unless user code may still hold it.</summary>
    public void Release(Frame frame)
    {
        LocationEnvironment? own = frame.Own;
        if (frame.Has(FrameFlags.Leaked))
        {
            Detach(own);
            return;
        }

        if (frame.DelegateArguments is { } arguments)
        {
            frame.DelegateArguments = null;
            _frames.ReturnEnvironment(arguments, _program.Delegates[frame.DelegateNumber].Shape);
        }

        if (own is not null)
        {
            if (own.IsCaptured)
            {
                frame.Own = null;
            }
            else
            {
                own.Reset();
            }
        }

        // An item for a child may still be queued behind a faulted instance; its frame must stay what it is.
        if (frame.CurrentState != ActivityInstanceState.Faulted)
        {
            _frames.Return(frame, _program.Plans[frame.Number].Shape);
        }
    }

    private static void Detach(LocationEnvironment? own)
    {
        if (own is { IsCaptured: false })
        {
            foreach (Location slot in own.Slots)
            {
                slot.Detach();
            }
        }
    }

    private bool MayBorrow(int scheduler, in DelegatePlan plan) =>
        _program.Plans[scheduler].Activity.Space?.Owner is { } owner && owner.Number == plan.Owner && _program.TryFind(owner, out _);

    private Frame ScheduleHandler(Frame parent, ref DelegatePlan plan, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        // The handler runs under its declarer's environment, which is the scheduler's own or one around it (rule 13.1).
        LocationEnvironment? scope = parent.Environment;
        if (plan.Owner != parent.Number)
        {
            scope = scope?.Find(_program.ScopeOf(plan.Owner)) ?? scope;
        }

        LocationEnvironment? arguments = null;
        if (plan.Shape != 0)
        {
            arguments = _frames.TakeEnvironment(plan.Shape);
            arguments.ScopeId = plan.ScopeId;
            if (!ReferenceEquals(arguments.Parent, scope))
            {
                arguments.Parent = scope;
            }

            scope = arguments;
        }

        Frame child = Create(plan.Handler, parent, scope);
        child.DelegateArguments = arguments;
        child.DelegateNumber = plan.Delegate.Number;
        SetCallbacks(parent, child, kind, onCompleted, onFaulted);
        FrameTree.Link(parent, child);
        execution.Loop.ScheduleNext(child);
        return child;
    }

    /// <summary>A delegate without handler: an instance that has completed, whose callback is called all the same (rule 13.1).</summary>
    private Frame ScheduleNothing(Frame parent, int number, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        Frame child = new(execution) { Parent = parent, Number = parent.Number, DelegateNumber = number, Flags = FrameFlags.Leaked, InstanceNumber = ++_lastInstance };
        SetCallbacks(parent, child, kind, onCompleted, onFaulted);
        child.CurrentState = ActivityInstanceState.Closed;
        child.Stage = Stage.Completed;
        execution.Loop.Flush(parent);
        FrameTree.Link(parent, child);
        execution.Loop.PushFront(new Scheduling.WorkItem(Scheduling.WorkKind.Complete, child));
        return child;
    }

    /// <summary>Under default cancellation nothing new runs: the caller gets an instance that is canceled already (rule 3.2).</summary>
    private Frame Suppress(Frame parent, int number, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        Validate(parent, onCompleted);
        Validate(parent, onFaulted);
        parent.Flags |= FrameFlags.MarkedCanceled;
        return new Frame(execution)
        {
            Number = number,
            Flags = FrameFlags.Leaked,
            Stage = Stage.Completed,
            CurrentState = ActivityInstanceState.Canceled,
            InstanceNumber = ++_lastInstance,
        };
    }

    private Frame Create(int number, Frame? parent, LocationEnvironment? scope)
    {
        ref ActivityPlan plan = ref _program.Plans[number];
        bool isUserCode = plan.Kind <= ActivityKind.CodeWithResult && (plan.Flags & PlanFlags.IsShipped) == 0;
        Frame frame = isUserCode ? _frames.TakeRotating(plan.Shape) : _frames.Take(plan.Shape);
        if (!ReferenceEquals(frame.Parent, parent))
        {
            frame.Parent = parent;
        }

        frame.Number = number;
        frame.ScopeId = _program.ScopeOf(number);
        frame.InstanceNumber = ++_lastInstance;
        frame.CurrentState = ActivityInstanceState.Executing;
        frame.IsCancellationRequested = false;
        frame.Stage = Stage.Created;
        frame.Flags = FrameFlags.None;
        frame.ChildCount = 0;
        frame.Holds = 0;
        frame.BlockingBookmarks = 0;
        frame.Bookmarks = 0;
        frame.NextStep = 0;
        frame.ResultStep = null;
        frame.Overrides = null;
        frame.Operation = null;
        SetEnvironment(frame, ref plan, scope);
        return frame;
    }

    private void SetEnvironment(Frame frame, ref ActivityPlan plan, LocationEnvironment? scope)
    {
        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            LocationEnvironment own = frame.Own ??= new LocationEnvironment(_program.Shapes[plan.Shape]);
            own.ScopeId = frame.ScopeId;
            if (!ReferenceEquals(own.Parent, scope))
            {
                own.Parent = scope;
            }

            scope = own;
        }

        if (!ReferenceEquals(frame.Environment, scope))
        {
            frame.Environment = scope;
        }
    }

    private void SetCallbacks(Frame parent, Frame child, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        child.CompletionKind = kind;
        if (child.CallbacksValidFor != parent.Number || !ReferenceEquals(child.OnCompleted, onCompleted))
        {
            Validate(parent, onCompleted);
            child.OnCompleted = onCompleted;
        }

        if (child.CallbacksValidFor != parent.Number || !ReferenceEquals(child.OnFaulted, onFaulted))
        {
            Validate(parent, onFaulted);
            child.OnFaulted = onFaulted;
        }

        child.CallbacksValidFor = parent.Number;
        if ((_program.Plans[parent.Number].Flags & PlanFlags.IsShipped) == 0)
        {
            child.Flags |= FrameFlags.Leaked;
        }
    }

    /// <summary>A callback must be found again after the instance was stored, so it is a method of the activity or static (rule 1.10).</summary>
    public static void Validate(Frame owner, Delegate? callback)
    {
        if (callback is not null && ((callback.Target is not null && !ReferenceEquals(callback.Target, owner.Activity)) || !callback.HasSingleTarget))
        {
            throw new ArgumentException(
                $"The callback '{callback.Method.Name}' of '{owner.Activity.DisplayName}' is not one method of that activity and not static; a lambda or a method of another object cannot be a callback.",
                nameof(callback));
        }
    }
}
