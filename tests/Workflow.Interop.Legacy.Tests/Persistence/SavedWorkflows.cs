using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Reads two items and adds them.</summary>
public sealed class Adding : SequentialWorkflowActivity
{
    public Adding()
    {
        Name = "adding";
        Reading first = new("first");
        first.Read += OnRead;
        Reading second = new("second");
        second.Read += OnRead;
        this.With(first, second);
    }

    public int Sum { get; set; }

    private void OnRead(object? sender, ReadingEventArgs e) => Sum += (int)e.Item!;
}

/// <summary>Waits for ten minutes.</summary>
public sealed class Delaying : SequentialWorkflowActivity
{
    public Delaying()
    {
        Name = "delaying";
        this.With(Delay("delay", 10), Code("code", (_, _) => IsDone = true));
    }

    public bool IsDone { get; set; }
}

/// <summary>Causes a save when it has succeeded.</summary>
[PersistOnClose]
public sealed class SavingSequence : SequenceActivity;

/// <summary>Causes a save between two steps.</summary>
public sealed class SavingInside : SequentialWorkflowActivity
{
    public SavingInside()
    {
        Name = "saving";
        this.With(
            Code("before", (_, _) => Steps += "b"),
            new SavingSequence { Name = "inner" }.With(Code("inside", (_, _) => Steps += "i")),
            Code("after", (_, _) =>
            {
                Steps += "a";
                After?.Invoke();
            }),
            new Reading("last"));
    }

    [field: ThreadStatic]
    public static Action? After { get; set; }

    public string Steps { get; set; } = string.Empty;
}

/// <summary>A state machine with three states and one event for each transition.</summary>
public sealed class Door : StateMachineWorkflowActivity
{
    public Door()
    {
        Name = "door";
        InitialStateName = "closed";
        CompletedStateName = "gone";
        this.With(
            new StateActivity("closed").With(
                On("whenOpened", new Reading("open"), new SetStateActivity("toOpen") { TargetStateName = "open_" }),
                On("whenRemoved", new Reading("remove"), new SetStateActivity("toGone") { TargetStateName = "gone" })),
            new StateActivity("open_").With(
                new StateInitializationActivity("entered").With(Code("count", (_, _) => Opened++)),
                On("whenClosed", new Reading("close"), new SetStateActivity("toClosed") { TargetStateName = "closed" })),
            new StateActivity("gone"));
    }

    public int Opened { get; set; }
}

/// <summary>Waits for the event of a local service.</summary>
public sealed class Ordering : SequentialWorkflowActivity
{
    public Ordering()
    {
        Name = "ordering";
        HandleExternalEventActivity shipped = new("shipped") { InterfaceType = typeof(IOrders), EventName = "Shipped" };
        shipped.Invoked += (_, e) => Carrier = ((ShippedEventArgs)e).Carrier;
        this.With(shipped, new Reading("last"));
    }

    public string? Carrier { get; set; }
}

/// <summary>Fails. A handler of the test runs after the root has closed and before the last step of the instance.</summary>
public sealed class Failing : SequentialWorkflowActivity
{
    public Failing()
    {
        Name = "failing";
        Closed += OnClosed;
        Closed += OnClosedAgain;
        this.With(Throw("t", new FormatException("broken")));
    }

    [field: ThreadStatic]
    public static Action? AtEnd { get; set; }

    private static void OnClosed(object? sender, ActivityExecutionStatusChangedEventArgs e) => AtEnd?.Invoke();

    private static void OnClosedAgain(object? sender, ActivityExecutionStatusChangedEventArgs e)
    {
    }
}
