using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Contains the fault handlers of its parent. The first handler whose type matches an exception runs, and the exception is then handled.</summary>
public sealed class FaultHandlersActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Creates an activity without handlers.</summary>
    public FaultHandlersActivity()
    {
    }

    /// <summary>Creates an activity without handlers.</summary>
    /// <param name="name">The name of the activity.</param>
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
            yield return new ActivityProblem(
                "has a child that is not a FaultHandlerActivity; move it into a handler", ErrorNumbers.FaultHandlersWithOtherChild);
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

    /// <summary>Returns the handler for an exception, or null if there is none.</summary>
    internal FaultHandlerActivity? HandlerOf(Exception exception) =>
        Activities.OfType<FaultHandlerActivity>().FirstOrDefault(handler => handler.Enabled && handler.FaultType!.IsInstanceOfType(exception));
}
