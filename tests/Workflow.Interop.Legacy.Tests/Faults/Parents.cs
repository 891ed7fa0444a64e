using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Faults;

/// <summary>Creates each kind of activity that runs children, around a child.</summary>
internal static class Parents
{
    public static readonly string[] Kinds =
    [
        "sequence", "parallel", "while", "ifElse", "replicator", "replicatorParallel", "group", "listen", "scopeBody", "eventHandler", "locks", "compensatable",
        "faultHandler",
    ];

    public static Activity Around(string kind, Activity child)
    {
        int count = 0;
        return kind switch
        {
            "sequence" => Sequence("parent", child),
            "parallel" => Parallel("parent", Sequence("first", child), Sequence("second", Delay("beside", 1))),
            "while" => While("parent", () => count++ < 2, child),
            "ifElse" => new IfElseActivity("parent").With(Branch("branch", true, child), Branch("other", null)),
            "replicator" => Replicator("parent", ExecutionType.Sequence, new[] { 1, 2 }, child),
            "replicatorParallel" => Replicator("parent", ExecutionType.Parallel, new[] { 1, 2 }, child),
            "group" => new ConditionedActivityGroup("parent").With(child),
            "listen" => new ListenActivity("parent").With(On("e1", Delay("soon", 0), child), On("e2", Delay("late", 9))),
            "scopeBody" =>
                new EventHandlingScopeActivity("parent").With(Sequence("body", child), new EventHandlersActivity("handlers").With(On("e1", Delay("late", 9)))),
            "eventHandler" =>
                new EventHandlingScopeActivity("parent").With(Delay("body", 7), new EventHandlersActivity("handlers").With(On("e1", Delay("soon", 2), child))),
            "locks" => new SynchronizationScopeActivity("parent") { SynchronizationHandles = ["a", "b"] }.With(child),
            "compensatable" => Compensatable("parent", child),
            "faultHandler" =>
                Sequence("parent", Throw("first", new ArithmeticException("first")), Handlers("faults", Handler<ArithmeticException>("fault", child))),
            _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "There is no such kind of parent."),
        };
    }
}

/// <summary>A leaf that waits, fails or closes, and throws in a handler of its status or in one of its methods.</summary>
internal sealed class Thrower(string name) : Activity(name), ICompensatableActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>The number of activities of the run that are initialized and not yet uninitialized.</summary>
    [ThreadStatic]
    public static int Initialized;

    /// <summary>The number of activities of the run that are loaded and not yet unloaded.</summary>
    [ThreadStatic]
    public static int Loaded;

    /// <summary>The status whose handler throws, or the method that throws.</summary>
    public string? Place { get; init; }

    public string Owner { get; init; } = "own";

    public string Mode { get; init; } = "closes";

    public bool IsThrown { get; private set; }

    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
        throw new InvalidOperationException("handler");

    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => Do("Compensate", ActivityExecutionStatus.Closed);

    protected override void Initialize(IServiceProvider provider)
    {
        Initialized++;
        StatusEvents.Hook(this, Place, Owner, OnStatus, this);
        Do("Initialize", ActivityExecutionStatus.Closed);
    }

    protected override void Uninitialize(IServiceProvider provider)
    {
        Initialized--;
        Do("Uninitialize", ActivityExecutionStatus.Closed);
    }

    protected override void OnActivityExecutionContextLoad(IServiceProvider provider)
    {
        Loaded++;
        Do("Load", ActivityExecutionStatus.Closed);
    }

    protected override void OnActivityExecutionContextUnload(IServiceProvider provider)
    {
        Loaded--;
        Do("Unload", ActivityExecutionStatus.Closed);
    }

    protected override void OnClosed(IServiceProvider provider) => Do("OnClosed", ActivityExecutionStatus.Closed);

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => Mode switch
    {
        "waits" => Do("Execute", ActivityExecutionStatus.Executing),
        "fails" => throw new FormatException("failed"),
        _ => Do("Execute", ActivityExecutionStatus.Closed),
    };

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => Do("Cancel", ActivityExecutionStatus.Closed);

    protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) =>
        Do("HandleFault", ActivityExecutionStatus.Closed);

    private ActivityExecutionStatus Do(string place, ActivityExecutionStatus status) =>
        place == Place && Owner == "own" ? throw new InvalidOperationException("handler") : status;

    private void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");
}

/// <summary>A sequence that throws in a handler of its status or in one of its methods.</summary>
internal sealed class ThrowingSequence(string name)
    : SequenceActivity(name), ICompensatableActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{

    public string? Place { get; init; }

    public string Owner { get; init; } = "own";

    // Replaces the implementation of the base class.
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        if (ReferenceEquals(e.Activity, this))
        {
            throw new InvalidOperationException("handler");
        }

        StatusEvents.RunNext(this, this, (ActivityExecutionContext)sender, e);
    }

    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext)
    {
        Do("Compensate");
        return ActivityExecutionStatus.Closed;
    }

    protected override void Initialize(IServiceProvider provider)
    {
        Thrower.Initialized++;
        StatusEvents.Hook(this, Place, Owner, OnStatus, this);
        Do("Initialize");
    }

    protected override void Uninitialize(IServiceProvider provider)
    {
        Thrower.Initialized--;
        Do("Uninitialize");
    }

    protected override void OnActivityExecutionContextLoad(IServiceProvider provider)
    {
        Thrower.Loaded++;
        Do("Load");
    }

    protected override void OnActivityExecutionContextUnload(IServiceProvider provider)
    {
        Thrower.Loaded--;
        Do("Unload");
    }

    protected override void OnClosed(IServiceProvider provider) => Do("OnClosed");

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ActivityExecutionStatus status = base.Execute(executionContext);
        Do("Execute");
        return status;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        Do("Cancel");
        return base.Cancel(executionContext);
    }

    protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
    {
        Do("HandleFault");
        return base.HandleFault(executionContext, exception);
    }

    private void Do(string place)
    {
        if (place == Place && Owner == "own")
        {
            throw new InvalidOperationException("handler");
        }
    }

    private void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");
}

/// <summary>Runs its child and throws in a handler of the child's status.</summary>
internal sealed class Watching(string name) : SequenceActivity(name), IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        if (!ReferenceEquals(e.Activity.Parent, this))
        {
            throw new InvalidOperationException("handler");
        }

        StatusEvents.RunNext(this, this, (ActivityExecutionContext)sender, e);
    }

    public void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");
}

/// <summary>Subscribes to status events by name.</summary>
internal static class StatusEvents
{
    public static void Hook(
        Activity activity,
        string? place,
        string owner,
        EventHandler<ActivityExecutionStatusChangedEventArgs> own,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> self)
    {
        if (EventOf(place) is not { } status)
        {
            return;
        }

        Watching? watching = null;
        for (Activity? current = activity; current is not null && watching is null; current = current.Parent)
        {
            watching = current as Watching;
        }

        EventHandler<ActivityExecutionStatusChangedEventArgs> handler = owner switch
        {
            "static" => static (_, _) => throw new InvalidOperationException("handler"),
            "around" => watching!.OnStatus,
            _ => own,
        };
        if (owner is "listener" or "aroundListener")
        {
            activity.RegisterForStatusChange(status, owner == "listener" ? self : watching!);
            return;
        }

        Add(activity, place, handler);
    }

    /// <summary>Adds a handler to the status event with the given name. Does nothing if the name is that of a method.</summary>
    public static void Add(Activity activity, string? place, EventHandler<ActivityExecutionStatusChangedEventArgs> handler)
    {
        switch (place)
        {
            case "Executing": activity.Executing += handler; break;
            case "StatusChanged": activity.StatusChanged += handler; break;
            case "Closed": activity.Closed += handler; break;
            case "Canceling": activity.Canceling += handler; break;
            case "Faulting": activity.Faulting += handler; break;
            case "Compensating": activity.Compensating += handler; break;
        }
    }

    /// <summary>Does what a sequence does when a child has closed.</summary>
    public static void RunNext(
        CompositeActivity owner,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener,
        ActivityExecutionContext context,
        ActivityExecutionStatusChangedEventArgs e)
    {
        e.Activity.UnregisterForStatusChange(Activity.ClosedEvent, listener);
        Activity? next = owner.ExecutionStatus == ActivityExecutionStatus.Executing
            ? owner.EnabledActivities.FirstOrDefault(static child => child.ExecutionStatus == ActivityExecutionStatus.Initialized) : null;
        if (next is null)
        {
            context.CloseActivity();
            return;
        }

        next.RegisterForStatusChange(Activity.ClosedEvent, listener);
        context.ExecuteActivity(next);
    }

    private static DependencyProperty? EventOf(string? place) => place switch
    {
        "Executing" => Activity.ExecutingEvent,
        "StatusChanged" => Activity.StatusChangedEvent,
        "Closed" => Activity.ClosedEvent,
        "Canceling" => Activity.CancelingEvent,
        "Faulting" => Activity.FaultingEvent,
        "Compensating" => Activity.CompensatingEvent,
        _ => null,
    };
}
