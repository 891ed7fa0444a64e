using Workflow.Runtime.Reporting;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Resumes a bookmark when the instance is idle; an instance that is not ready for it is asked again after it has run (rule 16.6).</summary>
/// <param name="bookmark">The bookmark.</param>
/// <param name="value">What its callback gets.</param>
/// <param name="startsInstance">An instance that does not run yet is started; else the operation waits for that.</param>
/// <param name="cancellationToken">Gives it up.</param>
internal sealed class ResumeOperation(Bookmark bookmark, object? value, bool startsInstance, CancellationToken cancellationToken)
    : AwaitableOperation<BookmarkResumptionResult>(cancellationToken)
{
    private int _triedAtRun = -1;

    public override bool Interrupts => false;

    public override bool StartsInstance => startsInstance;

    public override bool IsReady(ApplicationInstance instance) => instance.IsEnded || (instance.IsIdle && instance.Run.Count != _triedAtRun);

    protected override ValueTask PerformOnLiveAsync(ApplicationInstance instance)
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

    /// <summary>An instance that left may go on elsewhere; extensions serve this one only.</summary>
    protected override void CompleteForEnded(ApplicationInstance instance) =>
        Succeed(startsInstance ? OperationGuard.OfResumption(instance) : BookmarkResumptionResult.NotFound);

    /// <summary>The record is delivered before the call returns (rule 8.3).</summary>
    private async ValueTask DeliverAndSucceedAsync(ApplicationInstance instance, Reporter reporter, BookmarkResumptionResult result)
    {
        await reporter.FlushAsync().ReturnTo(instance);
        Succeed(result);
    }
}
