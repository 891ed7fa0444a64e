namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The base class of handlers that run their children one after the other. Applications cannot derive from it; derive custom handlers from an activity class.
/// </summary>
public abstract class HandlerSequence : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    private protected HandlerSequence()
    {
    }

    private protected HandlerSequence(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
        SequentialFlow.OnClosed(this, sender, e, this);

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) =>
        SequentialFlow.Start(this, executionContext, this) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);
}
