namespace Workflow.Core.Tests.Stress;

/// <summary>What an operation may answer (rules 6.7 and 16.6), by what the instance was when it was asked and what it became.</summary>
internal static class Table
{
    /// <param name="outcome">What it answered.</param>
    /// <param name="ends">All that became of the instance in the end.</param>
    public static bool Admits(Outcome outcome, Ends ends)
    {
        // Run waits for nothing, so that while Completed is being called it does not know yet what to refuse, and is dropped.
        bool wasAlive = outcome.HadEnded == Ends.None || (outcome.Kind == OperationKind.Run && (outcome.HadEnded & (Ends.Unloaded | Ends.Aborted)) == Ends.None);
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
