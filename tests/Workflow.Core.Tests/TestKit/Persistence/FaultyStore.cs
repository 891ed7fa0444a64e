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
internal sealed class FaultyStore(InstanceStore store) : DelegatingInstanceStore(store)
{
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
        CallAsync(StoreCallKind.CreateOwner, async token => LastOwner = await Inner.CreateOwnerAsync(options, token), cancellationToken);

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.RenewOwner, token => Answered(Inner.RenewOwnerAsync(owner, token)), cancellationToken);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.DeleteOwner, token => Answered(Inner.DeleteOwnerAsync(owner, token)), cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
        CallAsync(save.Complete ? StoreCallKind.Complete : StoreCallKind.Save, token => Inner.SaveAsync(owner, save, token), cancellationToken);

    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.Unlock, token => Answered(Inner.UnlockAsync(owner, unlock, token)), cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.Load, token => Inner.LoadAsync(owner, load, token), cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
        CallAsync(StoreCallKind.LoadRunnable, token => Inner.TryLoadRunnableAsync(owner, load, token), cancellationToken);

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
