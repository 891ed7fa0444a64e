using System.Runtime.ExceptionServices;

namespace Workflow.Hosting;

/// <summary>The saves of one instance, or its load, which its host can give up.</summary>
/// <remarks>They are begun by the owner of the instance's turn, one at a time; giving up is safe from any thread.</remarks>
#pragma warning disable CA1001 // A source without timer and wait handle holds nothing to dispose, and it may be canceled after the end.
internal abstract class InstanceSaver
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _abort = new();
    private Exception? _reason;

    /// <summary>Gives up the running save, and any later one that would have to be waited for.</summary>
    public void Abort(Exception reason)
    {
        // The reason first: the save that sees the cancellation throws it.
        _reason = reason;
        _abort.Cancel();
    }

    /// <summary>A save was given up by an abort while the store was writing, so that it is unknown which state is saved.</summary>
    public virtual bool IsInDoubt => false;

    /// <summary>Releases the instance. Does not fail, and need not be awaited.</summary>
    /// <param name="failure">Why the instance is aborted; null: it is not.</param>
    /// <param name="suspends">Whether the instance is suspended, so that no host runs it until it is released.</param>
    public virtual Task ReleaseAsync(Exception? failure = null, bool suspends = false) => Task.CompletedTask;

    /// <summary>Does the work. Given up, it ends with the reason for that, unless nothing had to be waited for.</summary>
    protected async Task RunAsync(Func<CancellationToken, Task> work, CancellationToken cancellationToken)
    {
        // Most saves are begun by the instance itself: then there is one token only.
        using CancellationTokenSource? either = cancellationToken.CanBeCanceled ? CancellationTokenSource.CreateLinkedTokenSource(_abort.Token, cancellationToken) : null;
        try
        {
            await work(either?.Token ?? _abort.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (_abort.IsCancellationRequested)
        {
            ExceptionDispatchInfo.Throw(ReasonFor(_reason!));
        }
    }

    /// <summary>The exception of a caller whose save was given up by an abort.</summary>
    protected virtual Exception ReasonFor(Exception abortReason) => abortReason;
}
