using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Contains the status that <see cref="Looped"/> returns.</summary>
public sealed class LoopedEventArgs : EventArgs
{
    public ActivityExecutionStatus Status { get; set; }
}

/// <summary>Waits until it is canceled. It can be cloned, because its handler belongs to a dependency event.</summary>
public sealed class Looped(string name) : Activity(name)
{
    public static readonly DependencyProperty CanceledEvent = DependencyProperty.Register("Canceled", typeof(EventHandler<LoopedEventArgs>), typeof(Looped));

    public event EventHandler<LoopedEventArgs> Canceled
    {
        add => AddHandler(CanceledEvent, value);
        remove => RemoveHandler(CanceledEvent, value);
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Executing;

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        LoopedEventArgs arguments = new() { Status = ActivityExecutionStatus.Closed };
        RaiseGenericEvent(CanceledEvent, this, arguments);
        return arguments.Status;
    }
}
