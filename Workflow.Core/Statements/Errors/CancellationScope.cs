using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs an activity, and another one when that is canceled: the place to undo what was begun.</summary>
/// <remarks>
/// The handler runs when the body <em>ended</em> canceled, or faulted under a cancel request; a cancel request does not reach it. The scope then ends
/// <see cref="ActivityInstanceState.Canceled"/>. A body that closes in spite of the request means no handler and
/// <see cref="ActivityInstanceState.Closed"/> (rule 3.6).
/// </remarks>
public sealed class CancellationScope : NativeActivity
{
    private readonly CompletionCallback _onBodyCompleted;
    private readonly FaultCallback _onHandlerFaulted;

    /// <summary>Set while the handler runs, which a cancel request does not reach.</summary>
    private readonly Variable<bool> _isShielded = new("isShielded");

    private NonNullCollection<Variable>? _variables;

    /// <summary>Creates a scope; set <see cref="Body"/> and <see cref="CancellationHandler"/>.</summary>
    public CancellationScope()
    {
        _onBodyCompleted = OnBodyCompleted;
        _onHandlerFaulted = OnHandlerFaulted;
    }

    /// <summary>The variables that body and handler see; empty by default, never null, takes no null.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>What runs; null, the default: nothing.</summary>
    public Activity? Body { get; set; }

    /// <summary>What runs after a canceled body; null, the default: nothing.</summary>
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

    /// <summary>An exception leaves this activity: whoever takes it cancels what is left, and that must come through.</summary>
    private void OnHandlerFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom) =>
        _isShielded.Set(faultContext, false);
}
