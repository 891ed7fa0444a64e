using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Creates the content of a <see cref="Recording{T}"/>.</summary>
public interface IRecorded
{
    Activity[] Make(Recorder recorder);
}

/// <summary>Creates activities that append to a text, which is saved with the instance.</summary>
public sealed class Recorder(Action<string> write)
{
    public CodeActivity Step(string name) => Code(name, (_, _) => write(name));

    public Reading Read(string queue)
    {
        Reading reading = new(queue);
        reading.Read += (_, e) => write($"{queue} {e.Item}");
        return reading;
    }

    public Booking Book(string name)
    {
        Booking booking = new(name, []);
        booking.AddHandler(Booking.BookedEvent, (EventHandler)((_, _) => write("booked")));
        booking.Undone += (_, _) => write("undone");
        return booking;
    }
}

/// <summary>A sequence that records its steps as text.</summary>
/// <typeparam name="T">The factory of the content.</typeparam>
public sealed class Recording<T> : SequenceActivity
    where T : IRecorded, new()
{
    public static readonly DependencyProperty TextProperty = DependencyProperty.Register("Text", typeof(string), typeof(Recording<T>));

    public Recording()
    {
        Name = "recording";
        this.With(new T().Make(new Recorder(line => Text = string.IsNullOrEmpty(Text) ? line : $"{Text}, {line}")));
    }

    public string? Text
    {
        get => (string?)GetValue(TextProperty);
        set => SetValue(TextProperty, value);
    }
}

public sealed class Queued : IRecorded
{
    public Activity[] Make(Recorder recorder) => [recorder.Step("begin"), recorder.Read("first"), recorder.Read("second"), recorder.Step("end")];
}

public sealed class Delayed : IRecorded
{
    public Activity[] Make(Recorder recorder) => [recorder.Step("begin"), Delay("delay", 5), recorder.Step("end")];
}

public sealed class Listening : IRecorded
{
    public Activity[] Make(Recorder recorder) =>
        [new ListenActivity("listen").With(On("e1", recorder.Read("item")), On("e2", Delay("delay", 5), recorder.Step("late"))), recorder.Step("end")];
}

public sealed class Compensating : IRecorded
{
    public Activity[] Make(Recorder recorder) =>
    [
        Replicator("loop", ExecutionType.Sequence, new[] { 1, 2 }, Sequence("body", recorder.Book("b"), recorder.Read("go"))),
        Throw("fail", new FormatException("legacy")),
        Handlers("handlers", Handler<FormatException>("handler", recorder.Read("undo"), Compensate("compensate", "b"), recorder.Step("end"))),
    ];
}

public sealed class CancelingSlowly : IRecorded
{
    public Activity[] Make(Recorder recorder) => [recorder.Read("item"), OnCancel("onCancel", recorder.Read("undo"))];
}

public sealed class Persisting : IRecorded
{
    public Activity[] Make(Recorder recorder) => [recorder.Step("begin"), new Persisted("persisted"), recorder.Step("after"), recorder.Read("item")];
}

/// <summary>Causes a save when it closes.</summary>
[PersistOnClose]
public sealed class Persisted(string name) : Activity(name);

/// <summary>Holds an object that cannot be saved.</summary>
public sealed class CannotBeSaved : SequenceActivity
{
    private readonly System.Threading.Lock _lock = new();

    public CannotBeSaved() => this.With(new Reading("item"));

    public bool IsHeld => _lock.IsHeldByCurrentThread;
}

/// <summary>Adds pending work that fails at the save.</summary>
public sealed class AddsWork : SequenceActivity, Runtime.IPendingWork
{
    public AddsWork() => this.With(Code("add", (_, _) => Runtime.WorkflowEnvironment.WorkBatch.Add(this, "work")));

    public bool MustCommit(System.Collections.ICollection items) => true;

    public void Commit(System.Transactions.Transaction transaction, System.Collections.ICollection items) => throw new FormatException("The work was done.");

    public void Complete(bool succeeded, System.Collections.ICollection items)
    {
    }
}
