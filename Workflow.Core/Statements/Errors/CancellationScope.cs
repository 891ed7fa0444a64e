using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs an activity, and a handler if that activity is canceled, for example to undo its work.</summary>
/// <remarks>
/// The handler runs when the body <em>ended</em> canceled, or faulted under a cancel request. A cancel request does not cancel the handler. The scope then ends
/// <see cref="ActivityInstanceState.Canceled"/>. If the body closes in spite of the request, the handler does not run, and the scope ends
/// <see cref="ActivityInstanceState.Closed"/> (rule 3.6).
/// </remarks>
public sealed class CancellationScope : NativeActivity
{
    private readonly CompletionCallback _onBodyCompleted;
    private readonly FaultCallback _onHandlerFaulted;

    /// <summary>True while the handler runs, which a cancel request does not cancel.</summary>
    private readonly Variable<bool> _isShielded = new("isShielded");

    private NonNullCollection<Variable>? _variables;

    /// <summary>Creates a scope; set <see cref="Body"/> and <see cref="CancellationHandler"/>.</summary>
    public CancellationScope()
    {
        _onBodyCompleted = OnBodyCompleted;
        _onHandlerFaulted = OnHandlerFaulted;
    }

    /// <summary>The variables of the body and the handler; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>The activity to run; null, the default, if there is none.</summary>
    public Activity? Body { get; set; }

    /// <summary>The activity to run after a canceled body; null, the default, if there is none.</summary>
    public Activity? CancellationHandler { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        metadata.AddChild(Body);
        metadata.AddChild(CancellationHandler);
        metadata.AddImplementationVariable(_isShielded);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (Body is not null)
        {
            context.ScheduleActivity(Body, _onBodyCompleted);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        if (!_isShielded.Get(context))
        {
            context.CancelChildren();
        }
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        bool wasCanceled = completedInstance.State == ActivityInstanceState.Canceled
            || (completedInstance.State == ActivityInstanceState.Faulted && context.IsCancellationRequested);
        if (!wasCanceled)
        {
            return;
        }

        context.MarkCanceled();
        if (CancellationHandler is not null)
        {
            _isShielded.Set(context, true);
            context.ScheduleActivity(CancellationHandler, _onHandlerFaulted);
        }
    }

    /// <summary>
    /// Called when an exception leaves this activity. The activity that handles the exception cancels the rest, and that request must reach the children.
    /// </summary>
    private void OnHandlerFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom) =>
        _isShielded.Set(faultContext, false);
}
