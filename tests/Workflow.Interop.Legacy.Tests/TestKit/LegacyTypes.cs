using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A legacy activity that records its steps in a trace, which is an argument.</summary>
public abstract class TracedSequence : SequenceActivity
{
    public List<string> Trace { get; set; } = [];

    protected CodeActivity Step(string name) => Code(name, (_, _) => Trace.Add(name));

    protected Reading Read(string queue)
    {
        Reading reading = new(queue);
        reading.Read += (_, e) => Trace.Add($"{queue} {e.Item}");
        return reading;
    }

    protected CodeActivity Fail(string message) => Code("fail", (_, _) => throw new FormatException(message));
}

/// <summary>A leaf with properties of all kinds.</summary>
public class Adder : Activity
{
    public static readonly DependencyProperty LeftProperty = DependencyProperty.Register("Left", typeof(int), typeof(Adder));
    public static readonly DependencyProperty FactorProperty = DependencyProperty.Register(
        "Factor",
        typeof(int),
        typeof(Adder),
        new PropertyMetadata(1, DependencyPropertyOptions.Metadata));

    public int Left
    {
        get => (int)GetValue(LeftProperty)!;
        set => SetValue(LeftProperty, value);
    }

    public int Right { get; set; } = 2;

    public int Factor
    {
        get => (int)GetValue(FactorProperty)!;
        set => SetValue(FactorProperty, value);
    }

    public int Sum { get; private set; }

    /// <summary>Has the name of the output argument of <see cref="Sum"/>.</summary>
    public int SumOut { get; set; }

    /// <summary>Has the name of a property of the Interop activity.</summary>
    public string? DisplayName { get; set; }

    public ActivityCondition? Condition { get; set; }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Sum = (Left + Right) * Factor;
        return ActivityExecutionStatus.Closed;
    }
}

/// <summary>Waits for two items, one after the other.</summary>
public sealed class TwoReadings : TracedSequence
{
    public TwoReadings() => this.With(Step("begin"), Read("first"), Read("second"), Step("end"));
}

/// <summary>Waits for five minutes.</summary>
public sealed class Waits : TracedSequence
{
    public Waits() => this.With(Step("begin"), new DelayActivity("delay") { TimeoutDuration = TimeSpan.FromMinutes(5) }, Step("end"));
}

/// <summary>Waits for an item or for five minutes.</summary>
public sealed class Listens : TracedSequence
{
    public Listens() =>
        this.With(new ListenActivity("listen").With(On("e1", Read("item"), Step("item came")), On("e2", Delay("delay", 5), Step("time over"))), Step("end"));
}

/// <summary>Faults after an item.</summary>
public sealed class Fails : TracedSequence
{
    public Fails() => this.With(Read("item"), Fail("legacy"), Step("never"));
}

/// <summary>Faults, and handles the fault.</summary>
public sealed class Handles : TracedSequence
{
    public Handles() => this.With(Fail("legacy"), Step("never"), Handlers("handlers", Handler<FormatException>("handler", Step("handled"), Read("item"))));
}

/// <summary>Waits for an item. Its cancellation handler waits for another item.</summary>
public sealed class CancelsSlowly : TracedSequence
{
    public CancelsSlowly() => this.With(Read("item"), Step("never"), OnCancel("onCancel", Step("canceling"), Read("undo"), Step("canceled")));
}

/// <summary>Terminates after an item.</summary>
public sealed class Terminates : TracedSequence
{
    public Terminates() => this.With(
        Read("item"),
        new TerminateActivity("terminate") { Error = "over" },
        Step("never"),
        Handlers("handlers", Handler<Exception>("handler", Step("not either"))));
}

/// <summary>Books three times, faults, and compensates the bookings in its fault handler.</summary>
public sealed class Books : TracedSequence
{
    public Books()
    {
        int count = 0;
        Booking booking = new("b", []);
        booking.AddHandler(Booking.BookedEvent, (EventHandler)((_, _) => Trace.Add("booked")));
        booking.Undone += (_, _) => Trace.Add("undone");
        this.With(
            While("while", () => count++ < 3, booking),
            Fail("legacy"),
            Handlers("handlers", Handler<FormatException>("handler", Compensate("compensate", "b"), Step("end"))));
    }
}

/// <summary>Contains activities that cannot run inside a new workflow.</summary>
public sealed class Refused : TracedSequence
{
    public Refused() => this.With(
        new SuspendActivity("suspend"),
        Sequence("inner", new InvokeWorkflowActivity("invoke") { TargetWorkflow = typeof(TwoReadings) }),
        new SuspendActivity("off") { Enabled = false });
}

/// <summary>Is not valid, because a code activity has no handler.</summary>
public sealed class NotValid : TracedSequence
{
    public NotValid() => this.With(new CodeActivity("code"));
}

/// <summary>Throws in its constructor.</summary>
public sealed class CannotBeMade : TracedSequence
{
    public CannotBeMade() => throw new FormatException("constructor.");
}
