namespace Workflow.Hosting;

/// <summary>Completed tasks for the two results that are known at once. All callers share them.</summary>
internal static class ResumptionResults
{
    private static readonly Task<BookmarkResumptionResult> Success = Task.FromResult(BookmarkResumptionResult.Success);
    private static readonly Task<BookmarkResumptionResult> NotFound = Task.FromResult(BookmarkResumptionResult.NotFound);

    public static Task<BookmarkResumptionResult> Of(BookmarkResumptionResult result) => result == BookmarkResumptionResult.Success ? Success : NotFound;
}
