namespace Workflow.Core.Tests.Stress;

/// <summary>The outcome of an operation.</summary>
/// <param name="Kind">The operation.</param>
/// <param name="Token">The token that a resumption passed to a bookmark.</param>
/// <param name="HadEnded">The known ends of the instance before the operation started.</param>
/// <param name="Answer">The result of a resumption; null for other operations and for a failure.</param>
/// <param name="Failure">The exception of the operation; null if it succeeded.</param>
/// <param name="IsGivenUp">True if the operation received a cancellation token that may have ended the wait.</param>
internal sealed record Outcome(OperationKind Kind, int Token, Ends HadEnded, BookmarkResumptionResult? Answer, Exception? Failure, bool IsGivenUp)
{
    /// <summary>True if the cancellation token ended the call, so that the result is unknown.</summary>
    public bool IsCanceled => IsGivenUp && Failure is OperationCanceledException;

    public override string ToString() => $"{Kind} {Token} after {HadEnded}: {Answer?.ToString() ?? Failure?.GetType().Name ?? "done"}";
}
