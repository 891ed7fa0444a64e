using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The fault handlers of the activity that contains it: the first one whose type fits an exception runs, and the exception is handled.</summary>
public sealed class FaultHandlersActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Makes it without handlers.</summary>
    public FaultHandlersActivity()
    {
    }

    /// <summary>Makes it without handlers.</summary>
    /// <param name="name">Its name.</param>
    public FaultHandlersActivity(string name)
        : base(name)
    {
    }

    internal override bool IsHandler => true;

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ((ActivityExecutionContext)sender).CloseActivity();
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        FaultHandlerActivity handler = HandlerOf(Parent!.Runtime.CurrentException!)!;
        handler.SetValueBase(FaultHandlerActivity.FaultProperty, Parent.Runtime.CurrentException);
        Parent.Runtime.CurrentException = null;
        handler.RegisterForStatusChange(ClosedEvent, this);
        executionContext.ExecuteActivity(handler);
        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is null || Parent.Activities.Count(activity => activity is FaultHandlersActivity) > 1)
        {
            yield return "is not the only FaultHandlersActivity of an activity; each activity can have one";
        }

        if (Activities.Any(activity => activity is not FaultHandlerActivity))
        {
            yield return new ActivityProblem("has a child that is not a FaultHandlerActivity; move it into a handler", ErrorNumbers.FaultHandlersWithOtherChild);
        }

        List<FaultHandlerActivity> before = [];
        foreach (FaultHandlerActivity handler in EnabledActivities.OfType<FaultHandlerActivity>().Where(static handler => handler.FaultType is not null))
        {
            if (before.Find(other => other.FaultType!.IsAssignableFrom(handler.FaultType)) is { } first)
            {
                yield return new ActivityProblem(
                    $"has the handler '{handler.QualifiedName}' of '{handler.FaultType}' after the handler '{first.QualifiedName}' of '{first.FaultType}', so it never runs; move it before that one",
                    first.FaultType == handler.FaultType ? ErrorNumbers.FaultHandlersOfOneType : ErrorNumbers.FaultHandlersInWrongOrder);
            }

            before.Add(handler);
        }
    }

    /// <summary>The handler for an exception, or null.</summary>
    internal FaultHandlerActivity? HandlerOf(Exception exception) =>
        Activities.OfType<FaultHandlerActivity>().FirstOrDefault(handler => handler.Enabled && handler.FaultType!.IsInstanceOfType(exception));
}
