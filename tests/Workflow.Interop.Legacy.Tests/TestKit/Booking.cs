using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Contains the context of a <see cref="Booking"/> and the status that the booking returns.</summary>
public sealed class BookingEventArgs(ActivityExecutionContext context) : EventArgs
{
    public ActivityExecutionContext Context { get; } = context;

    public ActivityExecutionStatus Status { get; set; } = ActivityExecutionStatus.Closed;
}

/// <summary>A step that can be compensated, like the compensatable activities of applications. It can be cloned.</summary>
public sealed class Booking : Activity, ICompensatableActivity
{
    public static readonly DependencyProperty BookedEvent = DependencyProperty.Register("Booked", typeof(EventHandler), typeof(Booking));
    public static readonly DependencyProperty UndoneEvent = DependencyProperty.Register("Undone", typeof(EventHandler<BookingEventArgs>), typeof(Booking));
    public static readonly DependencyProperty ReleasedEvent = DependencyProperty.Register("Released", typeof(EventHandler), typeof(Booking));

    private int _number;

    /// <summary>Creates a booking. Its number is the number of earlier bookings with this name in the trace.</summary>
    public Booking(string name, List<string> trace)
        : base(name)
    {
        AddHandler(
            BookedEvent,
            (EventHandler)((sender, _) => trace.Add(
                $"{name}{((Booking)sender!)._number = trace.Count(line => line.StartsWith(name, StringComparison.Ordinal) && char.IsDigit(line[^1]))}")));
        AddHandler(UndoneEvent, (EventHandler<BookingEventArgs>)((sender, _) => trace.Add($"-{name}{((Booking)sender!)._number}")));
    }

    public event EventHandler<BookingEventArgs> Undone
    {
        add => AddHandler(UndoneEvent, value);
        remove => RemoveHandler(UndoneEvent, value);
    }

    public event EventHandler Released
    {
        add => AddHandler(ReleasedEvent, value);
        remove => RemoveHandler(ReleasedEvent, value);
    }

    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext)
    {
        BookingEventArgs arguments = new(executionContext);
        RaiseGenericEvent(UndoneEvent, this, arguments);
        return arguments.Status;
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        RaiseEvent(BookedEvent, this, EventArgs.Empty);
        return ActivityExecutionStatus.Closed;
    }

    protected override void Uninitialize(IServiceProvider provider) => RaiseEvent(ReleasedEvent, this, EventArgs.Empty);
}
