using System.Runtime.ExceptionServices;

namespace Workflow.Hosting;

/// <summary>A load or saves of one instance, which an abort of the instance cancels.</summary>
/// <remarks>The owner of the turn runs the work, one call at a time. <see cref="Abort"/> is thread-safe.</remarks>
#pragma warning disable CA1001 // A source without a timer and a wait handle holds nothing to dispose, and it may be canceled after the end.
internal class AbortableWork
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _abort = new();
    private Exception? _reason;

    /// <summary>True if an abort canceled a save while the store was writing, so that the stored state is unknown.</summary>
    public virtual bool IsInDoubt => false;

    /// <summary>Cancels the running call, and every later one that does not complete at once.</summary>
    public void Abort(Exception reason)
    {
        // The reason is stored first, because the call that observes the cancellation throws it.
        _reason = reason;
        _abort.Cancel();
    }

    /// <summary>Runs a load or a save. If an abort cancels the work before it has completed, the task fails with the reason of the abort.</summary>
    public async Task RunAsync(Func<CancellationToken, Task> work, CancellationToken cancellationToken)
    {
        // The instance itself begins most saves, and then there is only the token of the abort.
        using CancellationTokenSource? either = cancellationToken.CanBeCanceled
            ? CancellationTokenSource.CreateLinkedTokenSource(_abort.Token, cancellationToken)
            : null;
        try
        {
            await work(either?.Token ?? _abort.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (_abort.IsCancellationRequested)
        {
            ExceptionDispatchInfo.Throw(ReasonFor(_reason!));
        }
    }

    /// <summary>Returns the exception for the caller whose call an abort canceled.</summary>
    protected virtual Exception ReasonFor(Exception abortReason) => abortReason;
}
