using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>A store for the first save of an instance, with an owner for this save only.</summary>
/// <param name="store">Stores the instance.</param>
/// <param name="delay">The instance begins to run later: it waits as for a timer. Null: it does not wait.</param>
internal sealed class FirstSaveStore(InstanceStore store, TimeSpan? delay) : InstanceStore
{
    public bool IsDelayed => delay is not null;

    public override TimeProvider TimeProvider => store.TimeProvider;

    public override bool SupportsMessages => store.SupportsMessages;

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) => store.CreateOwnerAsync(options, cancellationToken);

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.RenewOwnerAsync(owner, cancellationToken);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.DeleteOwnerAsync(owner, cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(save);
        return store.SaveAsync(owner, delay is { } time ? Delayed(save, time) : save, cancellationToken);
    }

    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        store.UnlockAsync(owner, instanceId, lockVersion, cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) => throw OnlySaves();

    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) => throw OnlySaves();

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => throw OnlySaves();

    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => throw OnlySaves();

    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) => throw OnlySaves();

    private static InstanceSave Delayed(InstanceSave save, TimeSpan delay) => new()
    {
        InstanceId = save.InstanceId,
        LockVersion = save.LockVersion,
        DefinitionIdentity = save.DefinitionIdentity,
        Status = InstanceStatus.Idle,
        State = save.State,
        DueIn = delay,
        WriteOnlyValues = save.WriteOnlyValues,
        InitialValues = save.InitialValues,
        KeysAdded = save.KeysAdded,
        RequestId = save.RequestId,
        Unlock = save.Unlock,
    };

    private static NotSupportedException OnlySaves() => new("This store is for the first save of an instance only.");
}
