namespace Workflow.Statements;

/// <summary>
/// Runs a handler of a compensable activity that has ended, as an instance without a parent in the activity's environment. Its state is the unit, which
/// determines the handler. Afterwards it compensates or confirms the units inside.
/// </summary>
internal sealed class CompensationParticipant : NativeActivity
{
    private readonly CompletionCallback _onHandlerCompleted;
    private readonly FaultCallback _onHandlerFaulted;
    private readonly BookmarkCallback _onInnerEnded;
    private Activity? _compensation;
    private Activity? _confirmation;
    private Activity? _cancellation;

    public CompensationParticipant()
    {
        _onHandlerCompleted = OnHandlerCompleted;
        _onHandlerFaulted = OnHandlerFaulted;
        _onInnerEnded = OnInnerEnded;
    }

    /// <summary>
    /// The display name of the compensable activity. This activity has another name by default, so that executions that are counted by name are not counted
    /// twice.
    /// </summary>
    public string ActivityName { get; private set; } = string.Empty;

    protected override bool CanInduceIdle => true;

    /// <summary>Sets the handlers when the definition is frozen.</summary>
    public void Serve(CompensableActivity activity)
    {
        ActivityName = activity.DisplayName;
        _compensation = activity.CompensationHandler;
        _confirmation = activity.ConfirmationHandler;
        _cancellation = activity.CancellationHandler;
    }

    public Activity? HandlerFor(CompensationState work) => work switch
    {
        CompensationState.Compensating => _compensation,
        CompensationState.Confirming => _confirmation,
        CompensationState.Canceling => _cancellation,
        _ => null,
    };

    /// <summary>
    /// Declares the handlers. They are children of the compensable activity and use its scope. This activity is the implementation of that activity, so it can
    /// schedule them.
    /// </summary>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddChild(_compensation);
        metadata.AddChild(_confirmation);
        metadata.AddChild(_cancellation);
    }

    protected override void Execute(NativeActivityContext context)
    {
        CompensationUnit unit = UnitOf(context);
        if (HandlerFor(unit.State) is { } handler)
        {
            context.ScheduleActivity(handler, _onHandlerCompleted, _onHandlerFaulted);
        }
        else
        {
            RunInner(context);
        }
    }

    private static CompensationUnit UnitOf(NativeActivityContext context) => (CompensationUnit)context.RootState!;

    private void OnHandlerCompleted(NativeActivityContext context, ActivityInstance completedInstance) => RunInner(context);

    private void OnInnerEnded(NativeActivityContext context, Bookmark bookmark, object? value) => RunInner(context);

    /// <summary>
    /// Handles the units inside, one after the other, the one that completed last first. A handler that has compensated them leaves none (rule 11.4).
    /// </summary>
    private void RunInner(NativeActivityContext context)
    {
        CompensationUnit unit = UnitOf(context);
        bool undoes = unit.State != CompensationState.Confirming && HandlerFor(unit.State) is null;
        CompensationState work = undoes ? CompensationState.Compensating : CompensationState.Confirming;
        while (unit.LastInner is { } inner)
        {
            if (inner.Run(context, work, _onInnerEnded))
            {
                return;
            }
        }

        unit.End(context);
    }

    /// <summary>Aborts the instance, because no activity handles the exception. Participants receive a fault record without a handler (rule 5.8).</summary>
    private void OnHandlerFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        faultContext.Abort(new InvalidOperationException(
            $"A handler of '{ActivityName}' failed in '{propagatedFrom.Activity.DisplayName}', so the workflow was aborted.", propagatedException));
    }
}
