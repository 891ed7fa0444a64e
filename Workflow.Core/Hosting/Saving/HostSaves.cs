using System.Runtime.ExceptionServices;

namespace Workflow.Hosting;

/// <summary>The saves of one instance, which its host can give up.</summary>
/// <remarks>Saves are begun by the owner of the instance's turn, one at a time; giving up is safe from any thread.</remarks>
#pragma warning disable CA1001 // A source without timer and wait handle holds nothing to dispose, and participants may use its token after the end.
internal abstract class HostSaves
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _abort = new();
    private Exception? _reason;

    /// <summary>Gives up the running save, and any later one that would have to be waited for.</summary>
    public void Abort(Exception reason)
    {
        _reason = reason;
        _abort.Cancel();
    }

    /// <summary>Lets go of the instance. Does not fail.</summary>
    public virtual Task ReleaseAsync() => Task.CompletedTask;

    /// <summary>Saves. Given up, it ends with the reason for that, unless nothing had to be waited for.</summary>
    protected async Task RunAsync(Func<CancellationToken, Task> save, CancellationToken cancellationToken)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(_abort.Token, cancellationToken);
        try
        {
            await save(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (_abort.IsCancellationRequested)
        {
            ExceptionDispatchInfo.Throw(_reason!);
        }
    }
}
