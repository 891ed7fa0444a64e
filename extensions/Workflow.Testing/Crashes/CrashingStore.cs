using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>The store of a process that may be lost before or after each call that changes or reads something. After the loss, each such call throws.</summary>
internal sealed class CrashingStore(InstanceStore store, CrashPoints points) : ProcessStore(store)
{
    /// <summary>Called when a save has succeeded.</summary>
    public Action? Saved { get; set; }

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        PassAsync("the creation of the owner", () => base.CreateOwnerAsync(options, cancellationToken));

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(save);
        return PassAsync(
            save.Complete ? "the save of the end" : $"the save at {Where(save)}",
            async () =>
            {
                long version = await base.SaveAsync(owner, save, cancellationToken).ConfigureAwait(false);
                Saved?.Invoke();
                return version;
            });
    }

    /// <summary>
    /// Does nothing after the loss, because a lost process releases nothing. The abort of an instance calls this method, so an exception would only repeat the
    /// failure that led to the abort.
    /// </summary>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(unlock);
        if (unlock.Kind == UnlockKind.Suspension)
        {
            return PassAsync("the suspension", async () =>
            {
                await base.UnlockAsync(owner, unlock, cancellationToken).ConfigureAwait(false);
                return true;
            });
        }

        return points.IsLost ? Task.CompletedTask : base.UnlockAsync(owner, unlock, cancellationToken);
    }

    /// <summary>Does nothing after the loss, for the reason of <see cref="UnlockAsync"/>.</summary>
    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        points.IsLost ? Task.CompletedTask : base.DeleteOwnerAsync(owner, cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken) =>
        PassAsync("the load", () => base.LoadAsync(owner, load, cancellationToken));

    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) =>
        PassAsync("the release", () => base.ContinueAsync(instanceId, cancellationToken));

    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken) =>
        PassAsync("the receipt of messages", () => base.ReceiveAsync(owner, query, cancellationToken));

    private static string Where(InstanceSave save) =>
        save.Bookmarks.Count == 0 ? "a point without bookmarks" : string.Join(", ", save.Bookmarks.Select(bookmark => $"'{bookmark.Name}'"));

    private async Task<T> PassAsync<T>(string what, Func<Task<T>> call)
    {
        if (points.Pass($"before {what}"))
        {
            throw new ProcessLostException();
        }

        T answer = await call().ConfigureAwait(false);
        return points.Pass($"after {what}") ? throw new ProcessLostException() : answer;
    }
}
