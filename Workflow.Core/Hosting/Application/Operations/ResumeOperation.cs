using Workflow.Runtime.Reporting;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Resumes a bookmark when the instance is idle. If the result is NotReady, the operation is tried again after the instance has run (rule 16.6).
/// </summary>
/// <param name="bookmark">The bookmark.</param>
/// <param name="value">The value for the callback.</param>
/// <param name="startsInstance">True to start an instance that does not run yet; false to wait until it runs.</param>
/// <param name="cancellationToken">Cancels the operation.</param>
internal sealed class ResumeOperation(Bookmark bookmark, object? value, bool startsInstance, CancellationToken cancellationToken)
    : AwaitableOperation<BookmarkResumptionResult>(cancellationToken)
{
    private int _triedAtRun = -1;

    public override bool Interrupts => false;

    public override bool StartsInstance => startsInstance;

    public override bool IsReady(OperationTarget instance) => instance.IsEnded || (instance.IsIdle && instance.Run.Count != _triedAtRun);

    protected override ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        BookmarkResumptionResult result = instance.Run.Resume(bookmark, value);
        if (result == BookmarkResumptionResult.NotReady)
        {
            _triedAtRun = instance.Run.Count;
            instance.Wait(this);
            return ValueTask.CompletedTask;
        }

        SpanTrail.Pass(this, instance);
        if (instance.Reporter is { } reporter)
        {
            return DeliverAndSucceedAsync(instance, reporter, result);
        }

        Succeed(result);
        return ValueTask.CompletedTask;
    }

    /// <summary>
    /// Completes the operation. A caller of the application may retry with an unloaded instance elsewhere; for an extension, which serves this instance
    /// only, the bookmark does not exist.
    /// </summary>
    protected override void CompleteForEnded(OperationTarget instance) =>
        Succeed(startsInstance ? new Refusals(instance).Resumption : BookmarkResumptionResult.NotFound);

    /// <summary>Delivers the record before the call returns (rule 8.3).</summary>
    private async ValueTask DeliverAndSucceedAsync(OperationTarget instance, Reporter reporter, BookmarkResumptionResult result)
    {
        await instance.InTurn(reporter.FlushAsync());
        Succeed(result);
    }
}
