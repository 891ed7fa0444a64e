using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The work of the host with one owner: loads runnable instances and passes messages to them, until the owner is lost, the store fails or the host stops.
/// </summary>
internal sealed class HostSession(RunnableLoader loader, MessageReceiver receiver)
{
    /// <summary>Runs until one of the loops fails, and then throws its exception.</summary>
    public async Task RunAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task[] loops = [loader.RunAsync(owner, either.Token, cancellationToken), receiver.RunAsync(owner, either.Token)];
        Task ended = await Task.WhenAny(loops).ConfigureAwait(false);

        // Both loops end before the exception is thrown, because the next session starts both again with another owner.
        await either.CancelAsync().ConfigureAwait(false);
        foreach (Task loop in loops)
        {
            await loop.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        // Throws the exception of the loop that ended first: that of the other one is only its cancellation.
        await ended.ConfigureAwait(false);
    }
}
