namespace Workflow.Core.Tests.Stress;

/// <summary>The allowed results of an operation (rules 6.7 and 16.6), depending on the ends of the instance before and after the operation.</summary>
internal static class Table
{
    /// <param name="outcome">The outcome of the operation.</param>
    /// <param name="ends">All ends of the instance.</param>
    public static bool Admits(Outcome outcome, Ends ends)
    {
        // Run does not wait. While the Completed handler runs, Run cannot know yet that it must throw, and is ignored.
        bool wasAlive = outcome.HadEnded == Ends.None
            || (outcome.Kind == OperationKind.Run && (outcome.HadEnded & (Ends.Unloaded | Ends.Aborted)) == Ends.None);
        if (outcome.IsCanceled || (wasAlive && IsRightForALiveOne(outcome)))
        {
            return true;
        }

        return (ends.HasFlag(Ends.Completed) && IsRightAfterCompletion(outcome, ends.HasFlag(Ends.Terminated)))
            || (ends.HasFlag(Ends.Unloaded) && IsRightAfterUnload(outcome))
            || (ends.HasFlag(Ends.Aborted) && IsRightAfterAbort(outcome));
    }

    private static bool IsRightForALiveOne(Outcome outcome) => outcome.Kind switch
    {
        OperationKind.Resume => outcome.Answer is BookmarkResumptionResult.Success or BookmarkResumptionResult.NotFound,
        OperationKind.Persist or OperationKind.Unload => outcome.Failure is null or InjectedException,
        _ => outcome.Failure is null,
    };

    private static bool IsRightAfterCompletion(Outcome outcome, bool isTerminated) => outcome.Kind switch
    {
        OperationKind.Resume => outcome.Answer == BookmarkResumptionResult.NotFound,
        OperationKind.Cancel or OperationKind.Unload or OperationKind.Abort => outcome.Failure is null,
        _ => isTerminated ? outcome.Failure is WorkflowApplicationTerminatedException : outcome.Failure is WorkflowApplicationCompletedException,
    };

    private static bool IsRightAfterUnload(Outcome outcome) => outcome.Kind switch
    {
        OperationKind.Resume => outcome.Answer == BookmarkResumptionResult.NotReady,
        OperationKind.Cancel or OperationKind.Unload or OperationKind.Abort => outcome.Failure is null,
        _ => outcome.Failure is WorkflowApplicationUnloadedException,
    };

    private static bool IsRightAfterAbort(Outcome outcome) => outcome.Kind switch
    {
        OperationKind.Resume => outcome.Answer == BookmarkResumptionResult.NotReady,
        OperationKind.Abort => outcome.Failure is null,
        _ => outcome.Failure is WorkflowApplicationAbortedException,
    };
}
