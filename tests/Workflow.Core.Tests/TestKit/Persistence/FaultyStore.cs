using Workflow.Persistence;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The calls that a <see cref="FaultyStore"/> can disturb.</summary>
public enum StoreCallKind
{
    CreateOwner,
    RenewOwner,
    DeleteOwner,
    Save,
    Complete,
    Unlock,
    Load,
    LoadRunnable,
}

/// <summary>A store that fails or blocks on demand, before a call takes effect or after it, so that the response is lost.</summary>
internal sealed class FaultyStore(InstanceStore store) : PassingStore(store)
{
    private readonly InstanceStore _store = store;

    /// <summary>Called before each call of the store. Its exception becomes the exception of the call.</summary>
    public Func<StoreCallKind, CancellationToken, Task>? Before { get; set; }

    /// <summary>Called after each call of the store has taken effect. Its exception becomes the exception of the call.</summary>
    public Func<StoreCallKind, CancellationToken, Task>? After { get; set; }

    /// <summary>The owner that was created last and whose creation returned.</summary>
    public InstanceOwner? LastOwner { get; private set; }

    /// <summary>Sets whether all calls fail.</summary>
    public bool IsDown
    {
        set => Before = value ? static (_, _) => throw new TimeoutException("The store is down.") : null;
    }

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.CreateOwner, async token => LastOwner = await _store.CreateOwnerAsync(options, token), cancellationToken);

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.RenewOwner, token => Answered(_store.RenewOwnerAsync(owner, token)), cancellationToken);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.DeleteOwner, token => Answered(_store.DeleteOwnerAsync(owner, token)), cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
        CallAsync(save.Complete ? StoreCallKind.Complete : StoreCallKind.Save, token => _store.SaveAsync(owner, save, token), cancellationToken);

    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.Unlock, token => Answered(_store.UnlockAsync(owner, instanceId, lockVersion, token)), cancellationToken);

    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.Unlock, token => Answered(_store.UnlockFailedAsync(owner, instanceId, lockVersion, failure, token)), cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.Load, token => _store.LoadAsync(owner, instanceId, token), cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.LoadRunnable, token => _store.TryLoadRunnableAsync(owner, token), cancellationToken);

    /// <summary>Blocks one kind of call, before or after it takes effect.</summary>
    public void Disturb(StoreCallKind disturbed, Hang hang, bool isLate = false)
    {
        if (isLate)
        {
            After = HangAsync;
        }
        else
        {
            Before = HangAsync;
        }

        Task HangAsync(StoreCallKind kind, CancellationToken token) => kind == disturbed ? hang.HereAsync(token) : Task.CompletedTask;
    }

    private static async Task<bool> Answered(Task call)
    {
        await call;
        return true;
    }

    private async Task<T> CallAsync<T>(StoreCallKind kind, Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        if (Before is { } before)
        {
            await before(kind, cancellationToken);
        }

        T answer = await call(cancellationToken);
        if (After is { } after)
        {
            await after(kind, cancellationToken);
        }

        return answer;
    }
}
