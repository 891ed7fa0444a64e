using System.Text;
using Workflow.Persistence;
using Workflow.Persistence.Conformance;
using Workflow.Testing;

namespace OrderApproval.Tests.Snippets;

/// <summary>Runs the store of the document, with the conformance tests and with a wrong key.</summary>
public sealed class OwnStoresTests
{
    [Fact]
    public async Task State_OfTheDocument_IsStoredEncrypted()
    {
        InMemoryInstanceStore inner = new();
        EncryptingStore store = new(inner, new byte[32]);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        Guid id = Guid.NewGuid();
        byte[] state = Encoding.UTF8.GetBytes("the state");
        await store.SaveAsync(
            owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = state, Unlock = true }, CancellationToken.None);

        StoredInstance stored = await inner.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None);
        Assert.Equal(state.Length + 28, stored.State.Length);
        Assert.Equal(-1, stored.State.Span.IndexOf("state"u8));
        await inner.UnlockAsync(owner, InstanceUnlock.Release(id, stored.LockVersion), CancellationToken.None);
        Assert.Equal(state, (await store.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None)).State.ToArray());
    }

    [Fact]
    public async Task Load_WithAnotherKey_FailsAndUnlocksTheInstance()
    {
        InMemoryInstanceStore inner = new();
        InstanceOwner owner = await inner.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        Guid id = Guid.NewGuid();
        await new EncryptingStore(inner, new byte[32]).SaveAsync(
            owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, Unlock = true }, CancellationToken.None);

        EncryptingStore other = new(inner, [.. Enumerable.Repeat((byte)1, 32)]);
        await Assert.ThrowsAsync<SnapshotException>(() => other.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None));
        await foreach (InstanceSummary summary in inner.QueryAsync(new InstanceQuery(), CancellationToken.None))
        {
            Assert.Equal((null, 1), (summary.OwnerId, summary.FailureCount));
        }
    }
}

public sealed class EncryptingStoreConformanceTests() : StoreConformanceTests(new TestedEncryptingStore());

internal sealed class TestedEncryptingStore : TestedStore
{
    private readonly VirtualTimeProvider _clock = new();

    public override TimeSpan LeaseTime => TimeSpan.FromMinutes(1);

    public override InstanceStore Create(InstanceCompletionAction completionAction) => new EncryptingStore(
        new InMemoryInstanceStore(new InMemoryInstanceStoreOptions { TimeProvider = _clock, CompletionAction = completionAction }), new byte[32]);

    public override Task PassAsync(TimeSpan time)
    {
        _clock.Advance(time);
        return Task.CompletedTask;
    }
}
