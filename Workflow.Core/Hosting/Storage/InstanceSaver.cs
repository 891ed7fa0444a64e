using System.Runtime.ExceptionServices;

namespace Workflow.Hosting;

/// <summary>The saves of one instance, or its load, which an abort can cancel.</summary>
/// <remarks>The owner of the turn begins them, one at a time. <see cref="Abort"/> is thread-safe.</remarks>
#pragma warning disable CA1001 // A source without a timer and a wait handle holds nothing to dispose, and it may be canceled after the end.
internal abstract class InstanceSaver
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _abort = new();
    private Exception? _reason;

    /// <summary>Cancels the running save, and every later save that does not complete at once.</summary>
    public void Abort(Exception reason)
    {
        // The reason is stored first, because the save that observes the cancellation throws it.
        _reason = reason;
        _abort.Cancel();
    }

    /// <summary>True if an abort canceled a save while the store was writing, so that the stored state is unknown.</summary>
    public virtual bool IsInDoubt => false;

    /// <summary>Releases the instance. Does not throw, and need not be awaited.</summary>
    /// <param name="failure">The reason of the abort; null if the instance is not aborted.</param>
    /// <param name="suspends">True to suspend the instance, so that no host runs it until it is released.</param>
    public virtual Task ReleaseAsync(Exception? failure = null, bool suspends = false) => Task.CompletedTask;

    /// <summary>Runs a save or load. If an abort cancels the work before it has completed, the task fails with the reason of the abort.</summary>
    protected async Task RunAsync(Func<CancellationToken, Task> work, CancellationToken cancellationToken)
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

    /// <summary>Returns the exception for the caller of a save that an abort canceled.</summary>
    protected virtual Exception ReasonFor(Exception abortReason) => abortReason;
}
