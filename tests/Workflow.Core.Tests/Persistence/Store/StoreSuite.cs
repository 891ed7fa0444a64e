using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Persistence;

/// <summary>
/// The base class of the tests of all stores. The tests of a store derive from each suite and pass a <see cref="TestedStore"/> that creates the store.
/// </summary>
public abstract class StoreSuite(TestedStore tested) : IAsyncLifetime
{
    protected static readonly WorkflowIdentity Order = new("Order", new Version(1, 0), null);

    private InstanceStore? _store;

    protected InstanceStore Store => _store ??= CreateStore(InstanceCompletionAction.DeleteAll);

    protected static CancellationToken None => CancellationToken.None;

    /// <summary>The time after which an owner that was not renewed has certainly expired.</summary>
    protected TimeSpan LeaseTime => tested.LeaseTime;

    public Task InitializeAsync() => tested.InitializeAsync();

    public Task DisposeAsync() => tested.DisposeAsync();

    /// <summary>Creates an empty store.</summary>
    protected InstanceStore CreateStore(InstanceCompletionAction completionAction) => tested.Create(completionAction);

    /// <summary>Advances the store's clock, or waits.</summary>
    protected Task PassAsync(TimeSpan time) => tested.PassAsync(time);

    protected Task<InstanceOwner> OwnerAsync(string name = "owner") =>
        Store.CreateOwnerAsync(new InstanceOwnerOptions { Name = name, Filter = WorkflowIdentityFilter.Any }, None);

    protected static InstanceSave Save(
        Guid id, long version = 0, byte state = 1, InstanceStatus status = InstanceStatus.Idle, bool unlock = false, TimeSpan? dueIn = null) =>
        new() { InstanceId = id, LockVersion = version, State = new[] { state }, Status = status, Unlock = unlock, DueIn = dueIn };

    protected static InstanceSave Completion(Guid id, long version) =>
        new() { InstanceId = id, LockVersion = version, Status = InstanceStatus.Closed, Complete = true };

    /// <summary>Saves a new instance and unlocks it.</summary>
    protected async Task<Guid> SavedAsync(
        InstanceOwner owner, InstanceStatus status = InstanceStatus.Idle, TimeSpan? dueIn = null, WorkflowIdentity? identity = null)
    {
        Guid id = Guid.NewGuid();
        await Store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, State = new byte[] { 1 }, Status = status, Unlock = true, DueIn = dueIn, DefinitionIdentity = identity },
            None);
        return id;
    }

    /// <summary>Returns the state of an unlocked instance.</summary>
    protected async Task<byte> StateOfAsync(Guid id)
    {
        InstanceOwner reader = await OwnerAsync("reader");
        StoredInstance stored = await Store.LoadAsync(reader, id, None);
        await Store.UnlockAsync(reader, id, stored.LockVersion, None);
        return Assert.Single(stored.State.ToArray());
    }

    protected async Task<InstanceSummary[]> QueryAsync(InstanceQuery? query = null)
    {
        List<InstanceSummary> found = [];
        await foreach (InstanceSummary summary in Store.QueryAsync(query ?? new InstanceQuery(), None))
        {
            found.Add(summary);
        }

        return [.. found];
    }

    protected static Dictionary<XName, object?> Values(string name, object? value) => new() { [XName.Get(name, "urn:test")] = value };

    protected void UseStore(InstanceStore store) => _store = store;
}
