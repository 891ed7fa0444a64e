using System.Xml.Linq;

namespace Workflow.Persistence.Conformance;

/// <summary>The base class of the suites, which test one part of the contract each. One object serves one test.</summary>
internal abstract class StoreSuite
{
    protected static readonly WorkflowIdentity Order = new("Order", new Version(1, 0), null);

    private readonly StoreCapabilities _required;
    private InstanceStore? _store;

    /// <summary>Creates a suite for all stores.</summary>
    protected StoreSuite(TestedStore tested)
        : this(tested, StoreCapabilities.None)
    {
    }

    /// <summary>Creates a suite for stores with some capabilities. The tests of other stores are skipped.</summary>
    protected StoreSuite(TestedStore tested, StoreCapabilities required)
    {
        Tested = tested;
        _required = required;
    }

    /// <summary>The maximum time that a test waits for an event that must occur at once. A defect then fails the test instead of blocking it.</summary>
    protected static TimeSpan Limit { get; } = TimeSpan.FromSeconds(60);

    protected static CancellationToken None => CancellationToken.None;

    protected TestedStore Tested { get; }

    protected InstanceStore Store => _store ??= CreateStore(InstanceCompletionAction.DeleteAll);

    /// <summary>The time after which an owner that was not renewed has certainly expired.</summary>
    protected TimeSpan LeaseTime => Tested.LeaseTime;

    /// <summary>Creates an empty store.</summary>
    protected InstanceStore CreateStore(InstanceCompletionAction completionAction)
    {
        InstanceStore store = Tested.Create(completionAction)
            ?? throw new TestSkippedException($"The tested store does not offer '{completionAction}' for completed instances.");
        Require(store, _required);
        return store;
    }

    /// <summary>Skips the rest of a test if the store does not have all of some capabilities.</summary>
    protected void Require(StoreCapabilities required) => Require(Store, required);

    /// <summary>Advances the store's clock, or waits.</summary>
    protected Task PassAsync(TimeSpan time) => Tested.PassAsync(time);

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
        StoredInstance stored = await Store.LoadAsync(reader, InstanceLoad.ById(id), None);
        await Store.UnlockAsync(reader, InstanceUnlock.Release(id, stored.LockVersion), None);
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

    private static void Require(InstanceStore store, StoreCapabilities required)
    {
        StoreCapabilities found = store.Capabilities;
        string? missing = required.KeepsMessages && !found.KeepsMessages ? nameof(StoreCapabilities.KeepsMessages)
            : required.JoinsTransactions && !found.JoinsTransactions ? nameof(StoreCapabilities.JoinsTransactions)
            : required.SuspendsInstances && !found.SuspendsInstances ? nameof(StoreCapabilities.SuspendsInstances)
            : null;
        if (missing is not null)
        {
            throw new TestSkippedException($"The store '{store.GetType().Name}' does not have the capability '{missing}'.");
        }
    }
}
