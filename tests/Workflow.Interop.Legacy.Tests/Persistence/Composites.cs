using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Selects what happens to the composite activity.</summary>
public enum Scene
{
    /// <summary>The child completes.</summary>
    Normal,

    /// <summary>The activity is canceled while its child waits.</summary>
    Cancel,

    /// <summary>The child faults after it has waited.</summary>
    Fault,

    /// <summary>The activity succeeds, and a later exception causes the compensation of its child.</summary>
    Compensate,
}

/// <summary>A workflow with one composite activity whose child waits for the item 'go'. The kind and the scene determine the workflow.</summary>
public sealed class Composites : SequentialWorkflowActivity
{
    public Composites()
    {
        Name = "composites";
        this.With(Scene switch
        {
            Scene.Normal => Sequence("outer", Wrap(Sequence("body", Wait("go"), Step("ran")))),
            Scene.Cancel => Sequence(
                "outer",
                Parallel(
                    "race",
                    Sequence("s1", Wrap(Sequence("body", Wait("go"), Step("never"), OnCancel("oc", Step("canceled"))))),
                    Sequence("s2", Wait("stop"), Throw("throw", new FormatException("stop"))))),
            Scene.Fault => Sequence("outer", Wrap(Sequence("body", Wait("go"), Throw("throw", new FormatException("child")), Step("never")))),
            _ =>
                Sequence("outer", Sequence("inner", Wrap(Sequence("body", Book("b"), Wait("go"))), Wait("more"), Throw("throw", new FormatException("later")))),
        });
        ((CompositeActivity)Activities[0]).With(Handlers("handlers", Handler<FormatException>("handler", Step("handled"))));
        this.With(Step("after"));
    }

    [field: ThreadStatic]
    public static string? Kind { get; set; }

    [field: ThreadStatic]
    public static Scene Scene { get; set; }

    [field: ThreadStatic]
    public static List<string>? Trace { get; set; }

    private static CodeActivity Step(string name) => Code(name, static (sender, _) => Trace!.Add(((Activity)sender!).Name));

    private static Reading Wait(string name) => new(name);

    private static Booking Book(string name)
    {
        Booking booking = new(name, []);
        booking.AddHandler(Booking.BookedEvent, (EventHandler)((_, _) => Trace!.Add("booked")));
        booking.Undone += (_, _) => Trace!.Add("undone");
        return booking;
    }

    /// <summary>Creates the activity, which records its result.</summary>
    private static Activity Wrap(Activity child)
    {
        Activity activity = NewActivity(child);
        activity.Closed += static (_, e) => Trace!.Add($"k {e.ExecutionResult}");
        return activity;
    }

    private static CompositeActivity NewActivity(Activity child) => Kind switch
    {
        "Sequence" => Sequence("k", child),
        "CompensatableSequence" => Compensatable("k", child),
        "IfElse" => new IfElseActivity("k").With(Branch("b1", false, Step("not")), Branch("b2", true, child)),
        "Parallel" => Parallel("k", Sequence("p1", child), Sequence("p2", Step("beside"))),
        "While" => new WhileActivity("k") { Condition = new UpTo(1) }.With(child),
        "Replicator" => NewReplicator(ExecutionType.Sequence).With(child),
        "ParallelReplicator" => NewReplicator(ExecutionType.Parallel).With(child),
        "ConditionedActivityGroup" => new ConditionedActivityGroup("k").With(child),
        "Listen" => new ListenActivity("k").With(On("e1", Wait("event"), child), On("e2", Wait("other"))),
        "EventHandlingScope" => new EventHandlingScopeActivity("k").With(child, new EventHandlersActivity("eh").With(On("e1", Wait("other")))),
        "EventHandlers" => new EventHandlingScopeActivity("k").With(Wait("last"), new EventHandlersActivity("eh").With(On("e1", Wait("event"), child))),
        "SynchronizationScope" => new SynchronizationScopeActivity("k") { SynchronizationHandles = ["handle"] }.With(child),
        "FaultHandlers" => Sequence("k", Throw("first", new DivideByZeroException()), Handlers("hs", Handler<ArithmeticException>("h", child))),
        "Custom" => new Twice("k").With(child),
        _ => throw new ArgumentException($"'{Kind}' is no kind of activity; add it.", nameof(child)),
    };

    private static ReplicatorActivity NewReplicator(ExecutionType type)
    {
        ReplicatorActivity replicator = new("k") { ExecutionType = type };
        replicator.Initialized += static (sender, _) => ((ReplicatorActivity)sender!).InitialChildData = new List<int> { 1 };
        return replicator;
    }
}
