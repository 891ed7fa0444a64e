namespace Workflow.Hosting;

/// <summary>Answers that are there already; one task serves all who get the same one.</summary>
internal static class ResumptionResults
{
    private static readonly Task<BookmarkResumptionResult> Success = Task.FromResult(BookmarkResumptionResult.Success);
    private static readonly Task<BookmarkResumptionResult> NotFound = Task.FromResult(BookmarkResumptionResult.NotFound);

    public static Task<BookmarkResumptionResult> Of(BookmarkResumptionResult result) => result == BookmarkResumptionResult.Success ? Success : NotFound;
}
