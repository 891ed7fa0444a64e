namespace Workflow.Core.Tests.Stress;

/// <summary>What came of an operation.</summary>
/// <param name="Kind">The operation.</param>
/// <param name="Token">What was brought to a bookmark.</param>
/// <param name="HadEnded">How the instance was known to have ended before it was asked.</param>
/// <param name="Answer">What a resumption answered; null for a failure.</param>
/// <param name="Failure">What it threw.</param>
/// <param name="IsGivenUp">It was given a token that may have ended the wait.</param>
internal sealed record Outcome(OperationKind Kind, int Token, Ends HadEnded, BookmarkResumptionResult? Answer, Exception? Failure, bool IsGivenUp)
{
    /// <summary>The call was ended by its token, so that nothing is known about it.</summary>
    public bool IsCanceled => IsGivenUp && Failure is OperationCanceledException;

    public override string ToString() => $"{Kind} {Token} after {HadEnded}: {Answer?.ToString() ?? Failure?.GetType().Name ?? "done"}";
}
