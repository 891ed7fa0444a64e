namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What the handlers of faults and cancellation share: they run their children one after the other. Derive handlers of your own from an activity instead.</summary>
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
