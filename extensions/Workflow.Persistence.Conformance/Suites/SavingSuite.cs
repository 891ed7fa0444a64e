using System.Text.Json;
using System.Xml.Linq;

namespace Workflow.Persistence.Conformance;

/// <summary>Tests of saving, locking and loading.</summary>
internal sealed class SavingSuite(TestedStore tested) : StoreSuite(tested)
{
    private readonly Guid _id = Guid.NewGuid();

    [Fact]
    public async Task Save_First_LocksForItsOwner()
    {
        InstanceOwner owner = await OwnerAsync("the holder");
        Assert.True(await Store.SaveAsync(owner, Save(_id), None) > 0);
        foreach (InstanceOwner other in new[] { owner, await OwnerAsync() })
        {
            InstanceLockedException locked = await Assert.ThrowsAsync<InstanceLockedException>(() => Store.LoadAsync(other, InstanceLoad.ById(_id), None));
            Assert.Equal((_id, owner.Id, "the holder"), (locked.InstanceId, locked.InstanceOwnerId, locked.InstanceOwnerName));
            Assert.Contains($"'{_id}'", locked.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Save_Later_KeepsTheVersionAndReplacesTheState()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        Assert.Equal(version, await Store.SaveAsync(owner, Save(_id, version, 2), None));
        Assert.Equal(version, await Store.SaveAsync(owner, Save(_id, version, 3, unlock: true), None));
        Assert.Equal(3, await StateOfAsync(_id));
    }

    /// <summary>Regression 20: the first save of an existing instance fails and changes nothing.</summary>
    [Fact]
    public async Task Save_FirstOfExisting_IsCollision()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        foreach (InstanceOwner other in new[] { owner, await OwnerAsync() })
        {
            InstanceCollisionException collision = await Assert.ThrowsAsync<InstanceCollisionException>(
                () => Store.SaveAsync(other, Save(_id, state: 9), None));
            Assert.Equal(_id, collision.InstanceId);
        }

        await Store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None);
        Assert.Equal(1, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Load_Unlocked_LocksWithAHigherVersion()
    {
        InstanceOwner first = await OwnerAsync(), second = await OwnerAsync();
        long version = await Store.SaveAsync(first, Save(_id, unlock: true), None);
        StoredInstance loaded = await Store.LoadAsync(second, InstanceLoad.ById(_id), None);
        Assert.True(loaded.LockVersion > version);
        Assert.Equal((_id, InstanceStatus.Idle, null), (loaded.InstanceId, loaded.Status, loaded.DefinitionIdentity));
        await Assert.ThrowsAsync<InstanceLockedException>(() => Store.LoadAsync(first, InstanceLoad.ById(_id), None));
        await Store.UnlockAsync(second, InstanceUnlock.Release(_id, loaded.LockVersion), None);
        StoredInstance again = await Store.LoadAsync(second, InstanceLoad.ById(_id), None);
        Assert.True(again.LockVersion > loaded.LockVersion);
    }

    [Fact]
    public async Task Load_ReturnsSavedData()
    {
        InstanceOwner owner = await OwnerAsync();
        byte[] state = [.. Enumerable.Range(0, 5000).Select(number => unchecked((byte)number))];
        Guid key = Guid.NewGuid();
        await Store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = _id,
                State = state,
                Status = InstanceStatus.Executing,
                DefinitionIdentity = Order,
                KeysAdded = [key],
                Unlock = true
            },
            None);
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(_id), None);
        Assert.Equal(state, loaded.State.ToArray());
        Assert.Equal((InstanceStatus.Executing, Order), (loaded.Status, loaded.DefinitionIdentity));
        Assert.Equal([key], loaded.Keys);
    }

    [Fact]
    public async Task Save_Buffer_IsCopied()
    {
        InstanceOwner owner = await OwnerAsync();
        byte[] state = [1];
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = _id, State = state, Status = InstanceStatus.Idle, Unlock = true }, None);
        state[0] = 9;
        Assert.Equal(1, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Load_NeverSaved_IsNotReady()
    {
        InstanceOwner owner = await OwnerAsync();
        InstanceNotReadyException missing = await Assert.ThrowsAsync<InstanceNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ById(_id), None));
        Assert.Equal(_id, missing.InstanceId);
    }

    /// <summary>Regression 29: a load by an owner with another definition fails and does not lock the instance.</summary>
    [Fact]
    public async Task Load_OtherDefinition_FailsWithoutLock()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = await SavedAsync(owner, identity: Order);
        WorkflowIdentity other = new("Order", new Version(2, 0), null);
        InstanceOwner exact = await Store.CreateOwnerAsync(new InstanceOwnerOptions { Identities = [other] }, None);
        VersionMismatchException mismatch = await Assert.ThrowsAsync<VersionMismatchException>(() => Store.LoadAsync(exact, InstanceLoad.ById(id), None));
        Assert.Equal((other, Order), (mismatch.ExpectedVersion, mismatch.ActualVersion));
        Assert.Equal(1, await StateOfAsync(id));
    }

    [Theory]
    [InlineData(Staleness.Unlocked)]
    [InlineData(Staleness.WithASuccessor)]
    [InlineData(Staleness.ReloadedByTheSameOwner)]
    [InlineData(Staleness.NeverSaved)]
    [InlineData(Staleness.Completed)]
    [InlineData(Staleness.HeldByAnother)]
    public async Task SaveAndUnlock_StaleLock_AreRefused(Staleness staleness)
    {
        InstanceOwner owner = await OwnerAsync(), other = await OwnerAsync();
        (long stale, long held) = await BecomeAsync(staleness, owner, other);
        InstanceLockLostException lost = await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.SaveAsync(owner, Save(_id, stale, 9), None));
        Assert.Equal(_id, lost.InstanceId);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.SaveAsync(owner, Save(_id, stale, 9, unlock: true), None));
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.SaveAsync(owner, Completion(_id, stale), None));
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.UnlockAsync(owner, InstanceUnlock.Release(_id, stale), None));
        if (held > 0)
        {
            // The current holder of the lock is not affected.
            await Store.SaveAsync(staleness == Staleness.ReloadedByTheSameOwner ? owner : other, Save(_id, held, 5, unlock: true), None);
            Assert.Equal(5, await StateOfAsync(_id));
        }
    }

    private async Task<(long Stale, long Held)> BecomeAsync(Staleness staleness, InstanceOwner owner, InstanceOwner other)
    {
        switch (staleness)
        {
            case Staleness.NeverSaved:
                return (1, 0);
            case Staleness.HeldByAnother:
                long held = await Store.SaveAsync(other, Save(_id), None);
                return (held, held);
            case Staleness.Completed:
                long version = await Store.SaveAsync(owner, Save(_id), None);
                await Store.SaveAsync(owner, Completion(_id, version), None);
                return (version, 0);
            default:
                long first = await Store.SaveAsync(owner, Save(_id, unlock: true), None);
                return staleness == Staleness.Unlocked
                    ? (first, 0)
                    : (first, (await Store.LoadAsync(staleness == Staleness.WithASuccessor ? other : owner, InstanceLoad.ById(_id), None)).LockVersion);
        }
    }

    [Fact]
    public async Task Unlock_KeepsSavedState()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id, state: 4), None);
        await Store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None);
        Assert.Equal(4, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Complete_DeleteAll_RemovesInstance()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        await Store.SaveAsync(owner, Completion(_id, version), None);
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ById(_id), None));
        Assert.Empty(await QueryAsync());
    }

    [Fact]
    public async Task Complete_DeleteNothing_KeepsInstanceForQueries()
    {
        UseStore(CreateStore(InstanceCompletionAction.DeleteNothing));
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id, dueIn: TimeSpan.Zero), None);
        await Store.SaveAsync(owner, Completion(_id, version), None);
        Assert.Equal(_id, (await Assert.ThrowsAsync<InstanceCompleteException>(() => Store.LoadAsync(owner, InstanceLoad.ById(_id), None))).InstanceId);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        await Assert.ThrowsAsync<InstanceCollisionException>(() => Store.SaveAsync(owner, Save(_id), None));
        InstanceSummary summary = Assert.Single(await QueryAsync());
        Assert.Equal((_id, InstanceStatus.Closed, null, null), (summary.InstanceId, summary.Status, summary.OwnerId, summary.DueAt));
    }

    [Fact]
    public async Task Complete_InFirstSave_Completes()
    {
        UseStore(CreateStore(InstanceCompletionAction.DeleteNothing));
        InstanceOwner owner = await OwnerAsync();
        await Store.SaveAsync(owner, Completion(_id, 0), None);
        await Assert.ThrowsAsync<InstanceCompleteException>(() => Store.LoadAsync(owner, InstanceLoad.ById(_id), None));
    }

    /// <summary>Regression 8: a key identifies its instance until a save removes the key or completes the instance.</summary>
    [Theory]
    [InlineData(InstanceCompletionAction.DeleteAll)]
    [InlineData(InstanceCompletionAction.DeleteNothing)]
    public async Task Keys_IdentifyInstanceUntilRemovedOrCompleted(InstanceCompletionAction completionAction)
    {
        UseStore(CreateStore(completionAction));
        InstanceOwner owner = await OwnerAsync();
        Guid a = Guid.NewGuid(), b = Guid.NewGuid();
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, KeysAdded = [a, b], Unlock = true }, None);
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ByKey(b), None);
        Assert.Equal(_id, loaded.InstanceId);
        Assert.Equal(new HashSet<Guid> { a, b }, [.. loaded.Keys]);
        await Assert.ThrowsAsync<InstanceLockedException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(a), None));

        await Store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = _id,
                LockVersion = loaded.LockVersion,
                Status = InstanceStatus.Idle,
                KeysAdded = [a],
                KeysRemoved = [b, Guid.NewGuid()]
            },
            None);
        Assert.Equal(b, (await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(b), None))).Key);

        await Store.SaveAsync(owner, Completion(_id, loaded.LockVersion), None);
        await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(a), None));
        Guid successor = Guid.NewGuid();
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = successor, Status = InstanceStatus.Idle, KeysAdded = [a], Unlock = true }, None);
        Assert.Equal(successor, (await Store.LoadAsync(owner, InstanceLoad.ByKey(a), None)).InstanceId);
    }

    [Fact]
    public async Task Keys_OfOtherInstance_AreCollision()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid taken = Guid.NewGuid(), free = Guid.NewGuid(), holder = Guid.NewGuid();
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = holder, Status = InstanceStatus.Idle, KeysAdded = [taken], Unlock = true }, None);
        InstanceSave save = new() { InstanceId = _id, Status = InstanceStatus.Idle, KeysAdded = [free, taken] };
        InstanceKeyCollisionException collision = await Assert.ThrowsAsync<InstanceKeyCollisionException>(() => Store.SaveAsync(owner, save, None));
        Assert.Equal((_id, taken, holder), (collision.InstanceId, collision.Key, collision.ConflictingInstanceId));
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ById(_id), None));
        await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(free), None));
    }

    [Fact]
    public async Task Save_PlainValues_AreReturnedByQuery()
    {
        InstanceOwner owner = await OwnerAsync();
        object?[] values =
        [
            null, "text", true, 'c', (sbyte)-1, (byte)1, (short)-2, (ushort)2, -3, 3u, -4L, 4UL, 1.5f, 2.5, 3.5m, Guid.NewGuid(),
            new DateTime(2030, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTimeOffset(2030, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), new DateOnly(2030, 1, 2),
            new TimeOnly(3, 4), TimeSpan.FromMinutes(5), new Uri("urn:test"), new byte[] { 1, 2, 3 },
        ];
        Dictionary<XName, object?> saved = values.Index().ToDictionary(value => XName.Get($"v{value.Index}", "urn:test"), value => value.Item);
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, WriteOnlyValues = saved }, None);
        Assert.Equal(saved, Assert.Single(await QueryAsync()).Values);
    }

    [Fact]
    public async Task Save_Values_ReplaceAllButInitial()
    {
        InstanceOwner owner = await OwnerAsync();
        InstanceSave first = new() { InstanceId = _id, Status = InstanceStatus.Idle, WriteOnlyValues = Values("a", 1), InitialValues = Values("initial", 0) };
        long version = await Store.SaveAsync(owner, first, None);
        await Store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = _id, LockVersion = version, Status = InstanceStatus.Idle, WriteOnlyValues = Values("b", 2) },
            None);
        InstanceSummary summary = Assert.Single(await QueryAsync());
        Assert.Equal(["b=2", "initial=0"], summary.Values.Select(value => $"{value.Key.LocalName}={value.Value}").Order());

        InstanceSave late = new() { InstanceId = _id, LockVersion = version, Status = InstanceStatus.Idle, InitialValues = Values("late", 3) };
        await Assert.ThrowsAsync<ArgumentException>(() => Store.SaveAsync(owner, late, None));
    }

    [Fact]
    public async Task Save_ValueNotPlain_IsRefusedWithName()
    {
        InstanceOwner owner = await OwnerAsync();
        InstanceSave save = new() { InstanceId = _id, Status = InstanceStatus.Idle, WriteOnlyValues = Values("order", new List<int>()) };
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => Store.SaveAsync(owner, save, None));
        Assert.Contains("{urn:test}order", refused.Message, StringComparison.Ordinal);
        Assert.Equal("{urn:test}order", refused.ValueName);
        Assert.Empty(await QueryAsync());
    }

    [Fact]
    public async Task Save_JsonElement_OutlivesDocument()
    {
        InstanceOwner owner = await OwnerAsync();
        using (JsonDocument document = JsonDocument.Parse("{\"total\":3}"))
        {
            await Store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, WriteOnlyValues = Values("order", document.RootElement) },
                None);
        }

        JsonElement read = Assert.IsType<JsonElement>(Assert.Single(Assert.Single(await QueryAsync()).Values).Value);
        Assert.Equal(3, read.GetProperty("total").GetInt32());
    }

    [Fact]
    public async Task Calls_Canceled_DoNothing()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid saved = await SavedAsync(owner, InstanceStatus.Executing);
        CancellationToken canceled = new(canceled: true);
        await CanceledAsync(() => Store.CreateOwnerAsync(new InstanceOwnerOptions(), canceled));
        await CanceledAsync(() => Store.RenewOwnerAsync(owner, canceled));
        await CanceledAsync(() => Store.SaveAsync(owner, Save(_id), canceled));
        await CanceledAsync(() => Store.LoadAsync(owner, InstanceLoad.ById(saved), canceled));
        await CanceledAsync(() => Store.LoadAsync(owner, InstanceLoad.ByKey(Guid.Empty), canceled));
        await CanceledAsync(() => Store.TryLoadRunnableAsync(owner, default, canceled));
        await CanceledAsync(() => Store.WaitForRunnableAsync(owner, canceled));
        await CanceledAsync(() => Store.DeleteOwnerAsync(owner, canceled));
        await CanceledAsync(async () =>
        {
            await foreach (InstanceSummary summary in Store.QueryAsync(new InstanceQuery(), canceled))
            {
                Assert.Fail($"Found {summary.InstanceId}.");
            }
        });
        Assert.Equal(saved, Assert.Single(await QueryAsync()).InstanceId);
        Assert.NotNull(await Store.TryLoadRunnableAsync(owner, default, None));

        static async Task CanceledAsync(Func<Task> call) => await Assert.ThrowsAnyAsync<OperationCanceledException>(call);
    }

    [Fact]
    public async Task Arguments_Null_AreRefused()
    {
        InstanceOwner owner = await OwnerAsync();
        await NullAsync(() => Store.CreateOwnerAsync(null!, None));
        await NullAsync(() => Store.RenewOwnerAsync(null!, None));
        await NullAsync(() => Store.DeleteOwnerAsync(null!, None));
        await NullAsync(() => Store.SaveAsync(null!, Save(_id), None));
        await NullAsync(() => Store.SaveAsync(owner, null!, None));
        await NullAsync(() => Store.UnlockAsync(null!, InstanceUnlock.Release(_id, 1), None));
        await NullAsync(() => Store.UnlockAsync(owner, null!, None));
        await NullAsync(() => Store.LoadAsync(null!, InstanceLoad.ById(_id), None));
        await NullAsync(() => Store.LoadAsync(null!, InstanceLoad.ByKey(_id), None));
        await NullAsync(() => Store.TryLoadRunnableAsync(null!, default, None));
        await NullAsync(() => Store.WaitForRunnableAsync(null!, None));
        await NullAsync(async () => await Store.QueryAsync(null!, None).GetAsyncEnumerator().MoveNextAsync());

        static async Task NullAsync(Func<Task> call) => await Assert.ThrowsAsync<ArgumentNullException>(call);
    }

    [Fact]
    public async Task Load_WithoutOrWithTwoNames_IsRefused()
    {
        InstanceOwner owner = await OwnerAsync();
        await Assert.ThrowsAsync<ArgumentException>(() => Store.LoadAsync(owner, default, None));
        await Assert.ThrowsAsync<ArgumentException>(() => Store.LoadAsync(owner, new InstanceLoad { InstanceId = _id, Key = _id }, None));
    }

    /// <summary>The reasons for which a lock of an instance is stale.</summary>
    public enum Staleness
    {
        Unlocked,
        WithASuccessor,
        ReloadedByTheSameOwner,
        NeverSaved,
        Completed,
        HeldByAnother,
    }
}
