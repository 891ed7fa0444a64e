using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Runs its children one after the other.</summary>
public class SequenceActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Creates a sequence without children.</summary>
    public SequenceActivity()
    {
    }

    /// <summary>Creates a sequence without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public SequenceActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        if (ExecutionStatus != ActivityExecutionStatus.Executing)
        {
            if (!HasActiveChild)
            {
                context.CloseActivity();
            }
        }
        else if (!SequentialFlow.Continue(this, context, this))
        {
            OnSequenceComplete(context);
            context.CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        if (SequentialFlow.Start(this, executionContext, this))
        {
            return ActivityExecutionStatus.Executing;
        }

        OnSequenceComplete(executionContext);
        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <summary>Called when the last child has closed, before the sequence closes. The base class does nothing.</summary>
    /// <param name="executionContext">The execution context of the activity.</param>
    protected virtual void OnSequenceComplete(ActivityExecutionContext executionContext)
    {
    }
}
