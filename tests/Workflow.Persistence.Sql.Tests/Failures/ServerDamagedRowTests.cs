using Workflow.Persistence.Sql.Tests.Conformance;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>
/// Sets every column of every table on a server to invalid contents. The store must throw a typed exception that names the instance, keep the row
/// unchanged, and keep all other instances usable (regression 28).
/// </summary>
public abstract class ServerDamagedRowTests
{
    /// <summary>The columns that a failed load changes by contract, so that the next attempt comes later.</summary>
    private static readonly string[] Counted =
        ["lock_version", "is_unsaved", "failures", "last_failure", "retry_at", "is_suspended", "runnable_at", "turn", "lock_owner", "load_id"];

    /// <summary>The failures, each with its damage. A test reports all of them at its end.</summary>
    private readonly List<string> _failures = [];

    private static CancellationToken None => CancellationToken.None;

    /// <summary>Returns contents for a type of columns, as literals. The tests skip contents that a column does not accept.</summary>
    private protected abstract IReadOnlyList<string> ContentsOf(string type);

    /// <summary>Returns the expression that a query uses for a column, because the driver may not be able to read damaged content.</summary>
    private protected virtual string TextOf(string column) => column;

    /// <summary>The longest time that a canceled call may take to end.</summary>
    private protected virtual TimeSpan CancellationLimit => Core.Tests.TestKit.HangGuard.Limit;

    private protected abstract ServerStore NewStore(Func<string, string> edited);

    [Theory]
    [InlineData("instance", "instance_sid")]
    [InlineData("bookmark", "instance_sid")]
    [InlineData("instance_key", "instance_sid")]
    [InlineData("promoted", "instance_sid")]
    [InlineData("definition", "definition_id")]
    [InlineData("owner", "owner_sid")]
    [InlineData("schema_version", "version")]
    public async Task Column_AnyContent_ThrowsTypedExceptionAndAffectsNoOther(string table, string key)
    {
        await using DamagedDatabase database = new(NewStore(DamagedDatabase.WithoutConstraints), NewStore(script => script));
        await database.PrepareAsync();
        int damaged = 0;
        string row = key switch
        {
            "version" => "version = 1",
            "owner_sid" => $"owner_sid = (SELECT i.lock_owner FROM workflow.instance i WHERE i.instance_id = '{DamagedDatabase.Held}')",
            _ => $"{key} = (SELECT i.{key} FROM workflow.instance i WHERE i.instance_id = '{DamagedDatabase.Damaged}')",
        };
        Assert.Equal(1L, await database.Loose.ReadValueAsync($"SELECT CAST(COUNT(*) AS bigint) FROM workflow.{table} WHERE {row}"));
        foreach ((string column, string type) in database.ColumnsOf(table))
        {
            foreach (string content in DamagedContents.Of(ContentsOf(type), column))
            {
                damaged += await IsDamagedAsync(database, $"UPDATE workflow.{table} SET {column} = {content} WHERE {row}", recompute: false) ? 1 : 0;
            }
        }

        Assert.InRange(damaged, 1, int.MaxValue);
        AssertNoFailure();
    }

    /// <summary>A forger can compute the checksum. The store must refuse the forged state with a typed exception, or read it as a valid state.</summary>
    [Theory]
    [InlineData("state")]
    [InlineData("state_size")]
    [InlineData("encoding")]
    [InlineData("key_id")]
    public async Task State_ForgedChecksum_ThrowsTypedExceptionAndAffectsNoOther(string column)
    {
        await using DamagedDatabase database = new(NewStore(DamagedDatabase.WithoutConstraints), NewStore(script => script));
        await database.PrepareAsync();
        int damaged = 0;
        foreach (string content in ContentsOf(database.ColumnsOf("instance").Single(other => other.Name == column).Type))
        {
            damaged += await IsDamagedAsync(
                database,
                $"UPDATE workflow.instance SET {column} = {content} WHERE instance_sid = {database.Sid}",
                recompute: true) ? 1 : 0;
        }

        Assert.InRange(damaged, 1, int.MaxValue);
        AssertNoFailure();
    }

    /// <summary>After the lease of an owner has expired, a damaged row that cannot be written must not block the other instances of the owner.</summary>
    [Fact]
    public async Task Column_OfHeldInstance_BlocksNoOther()
    {
        await using DamagedDatabase database = new(NewStore(DamagedDatabase.WithoutConstraints), NewStore(script => script));
        await database.PrepareAsync();
        foreach ((string column, string type) in database.ColumnsOf("instance"))
        {
            foreach (string content in DamagedContents.Of(ContentsOf(type), column))
            {
                string damage = $"UPDATE workflow.instance SET {column} = {content} WHERE instance_id = '{DamagedDatabase.Held}'";
                await WithDamageAsync(database, damage, async () =>
                {
                    await database.EndLeasesAsync();
                    SqlInstanceStore store = database.Loose.Create(DamagedDatabase.Options());
                    InstanceOwner owner = await DamagedDatabase.OwnerAsync(store);
                    Exception? failure = await Record.ExceptionAsync(() => store.LoadAsync(owner, InstanceLoad.ById(DamagedDatabase.Held), None));
                    Assert.True(failure is null or InstancePersistenceException, $"{failure}");
                    await HealthyIsFoundAsync(store, owner);
                });
            }
        }

        AssertNoFailure();
    }

    private void AssertNoFailure() => Assert.True(_failures.Count == 0, string.Join('\n', _failures));

    private async Task<bool> IsDamagedAsync(DamagedDatabase database, string damage, bool recompute) => await WithDamageAsync(database, damage, async () =>
    {
        if (recompute)
        {
            await RecomputeAsync(database);
        }

        await SurvivesAsync(database, mayHaveAnotherState: recompute);
        if (await database.IsTakenByStrictAsync(damage))
        {
            await ViewsAreReadAsync(database);
        }
    });

    private async Task<bool> WithDamageAsync(DamagedDatabase database, string damage, Func<Task> test)
    {
        if (!await database.TryDamageAsync(damage))
        {
            return false;
        }

        try
        {
            await test();
        }
        catch (Exception failure)
        {
            _failures.Add($"{damage}: {failure}");
        }

        await database.RestoreAsync();
        return true;
    }

    private static async Task RecomputeAsync(DamagedDatabase database)
    {
        object?[] row = (await database.Loose.ReadAsync(
            $"SELECT state, encoding, key_id, state_size FROM workflow.instance WHERE instance_sid = {database.Sid}"))[0];
        if (row is [byte[] state, short encoding, var key, int size])
        {
            long check = StateChecksum.Of(DamagedDatabase.Damaged, new EncodedState(state, encoding, (string?)key, size, 0));
            await database.Loose.RunAsync($"UPDATE workflow.instance SET state_check = {check} WHERE instance_sid = {database.Sid}");
        }
    }

    private async Task SurvivesAsync(DamagedDatabase database, bool mayHaveAnotherState)
    {
        SqlInstanceStore store = database.Loose.Create(DamagedDatabase.Options());
        InstanceOwner owner;
        try
        {
            owner = await DamagedDatabase.OwnerAsync(store);
        }
        catch (InstancePersistenceException refused)
        {
            // With a damaged version table no call succeeds, and the message names the schema.
            Assert.Contains("schema", refused.Message, StringComparison.Ordinal);
            return;
        }

        await LoadAsync(database, store, owner, mayHaveAnotherState);
        await LoadManyAsync(store, owner);
        await HealthyIsFoundAsync(store, owner);
        await ListAsync(store);
        await WaitAsync(store, owner);
        await database.EndLeasesAsync();
        InstanceOwner later = await DamagedDatabase.OwnerAsync(store);
        Exception? locked = await Record.ExceptionAsync(() => store.LoadAsync(later, InstanceLoad.ById(DamagedDatabase.Held), None));
        Assert.True(locked is null or SnapshotException, $"The lock of an owner that is gone does not end: {locked}");
    }

    private async Task LoadAsync(DamagedDatabase database, SqlInstanceStore store, InstanceOwner owner, bool mayHaveAnotherState)
    {
        string[] before = await RowAsync(database);
        foreach (Func<Task<StoredInstance>> load in new[]
        {
            () => store.LoadAsync(owner, InstanceLoad.ById(DamagedDatabase.Damaged), None),
            () => store.LoadAsync(owner, InstanceLoad.ByKey(DamagedDatabase.Key), None),
        })
        {
            try
            {
                StoredInstance loaded = await load();
                Assert.True(
                    loaded.InstanceId == DamagedDatabase.Healthy
                        || mayHaveAnotherState
                        || DamagedDatabase.Damaged.ToByteArray().SequenceEqual(loaded.State.ToArray()),
                    "It was loaded with another state.");
                await store.UnlockAsync(owner, InstanceUnlock.Release(loaded.InstanceId, loaded.LockVersion), None);
            }
            catch (Exception failure) when (failure is InstanceNotReadyException
                or InstanceKeyNotReadyException
                or InstanceCompleteException
                or InstanceLockedException
                or VersionMismatchException)
            {
                // The damaged content can have this meaning.
            }
            catch (InstancePersistenceException failure)
            {
                Assert.True(failure.InstanceId == DamagedDatabase.Damaged || failure is SnapshotException, $"It names no instance: {failure}");
                Assert.Equal(before, await RowAsync(database));
            }
        }
    }

    /// <summary>Loads several instances at once. The store can combine the loads in one statement; only the load of the damaged row may fail.</summary>
    private static async Task LoadManyAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        Guid[] ids = [DamagedDatabase.Damaged, DamagedDatabase.Healthy, Guid.NewGuid(), DamagedDatabase.Held];
        Task<StoredInstance>[] loads = [.. ids.Select(id => store.LoadAsync(owner, InstanceLoad.ById(id), None))];
        StoredInstance healthy = await loads[1];
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => loads[2]);
        await store.UnlockAsync(owner, InstanceUnlock.Release(healthy.InstanceId, healthy.LockVersion), None);
        foreach (Task<StoredInstance> load in new[] { loads[0], loads[3] })
        {
            await ((Task)load).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (load.IsCompletedSuccessfully)
            {
                StoredInstance loaded = await load;
                await store.UnlockAsync(owner, InstanceUnlock.Release(loaded.InstanceId, loaded.LockVersion), None);
            }
            else
            {
                Assert.IsAssignableFrom<InstancePersistenceException>(load.Exception!.InnerException);
            }
        }
    }

    private async Task<string[]> RowAsync(DamagedDatabase database)
    {
        string columns = string.Join(", ", database.ColumnsOf("instance").Select(column => column.Name).Except(Counted).Select(TextOf));
        return
        [
            .. (await database.Loose.ReadAsync(
                    $"SELECT {columns} FROM workflow.instance WHERE instance_sid = {database.Sid} OR instance_id = '{DamagedDatabase.Damaged}'"))
                .Select(row => string.Join('|', row.Select(value => value is byte[] bytes ? Convert.ToHexString(bytes) : value))),
        ];
    }

    private static async Task HealthyIsFoundAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        StoredInstance byKey = await store.LoadAsync(owner, InstanceLoad.ByKey(DamagedDatabase.HealthyKey), None);
        Assert.Equal(DamagedDatabase.Healthy, byKey.InstanceId);
        await store.UnlockAsync(owner, InstanceUnlock.Release(DamagedDatabase.Healthy, byKey.LockVersion), None);
        StoredInstance? found = null;
        for (int i = 0; i < 5 && found is null; i++)
        {
            await store.WaitForRunnableAsync(owner, None).WaitAsync(Core.Tests.TestKit.HangGuard.Limit);
            Task<StoredInstance?>[] loads = [store.TryLoadRunnableAsync(owner, default, None), store.TryLoadRunnableAsync(owner, default, None)];
            foreach (Task<StoredInstance?> load in loads)
            {
                StoredInstance? loaded = await LoadedAsync(load);
                if (loaded?.InstanceId == DamagedDatabase.Healthy)
                {
                    found = loaded;
                }
                else if (loaded is not null)
                {
                    await store.SaveAsync(
                        owner,
                        new InstanceSave
                        {
                            InstanceId = loaded.InstanceId,
                            LockVersion = loaded.LockVersion,
                            Status = InstanceStatus.Idle,
                            State = loaded.State,
                            Unlock = true
                        },
                        None);
                }
            }
        }

        Assert.True(found is not null, "An instance behind the damaged one is not found.");
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = DamagedDatabase.Healthy, LockVersion = found.LockVersion, Status = InstanceStatus.Idle, Unlock = true },
            None);
    }

    private static async Task<StoredInstance?> LoadedAsync(Task<StoredInstance?> load)
    {
        try
        {
            return await load;
        }
        catch (SnapshotException failure)
        {
            // The store reads the row after it has locked the instance, and unlocks an instance with a damaged row as failed.
            Assert.NotEqual(DamagedDatabase.Healthy, failure.InstanceId);
            return null;
        }
    }

    private static async Task ListAsync(SqlInstanceStore store)
    {
        List<Guid> listed = [];
        try
        {
            await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), None))
            {
                listed.Add(summary.InstanceId);
                Assert.All(summary.Bookmarks, bookmark => Assert.NotNull(bookmark.Name));
            }

            Assert.Equal(3, listed.Count);
        }
        catch (SnapshotException)
        {
            Assert.InRange(listed.Count, 1, 2);
        }

        Assert.Contains(DamagedDatabase.Healthy, listed);
    }

    /// <summary>Waits for a runnable instance, and cancels the wait. A damaged row must not make the wait fail.</summary>
    private async Task WaitAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        using CancellationTokenSource stop = new();
        Task waiting = store.WaitForRunnableAsync(owner, stop.Token);
        await store.TryLoadRunnableAsync(owner, default, None).ContinueWith(_ => { }, TaskScheduler.Default);
        await stop.CancelAsync();
        Exception? failure = await Record.ExceptionAsync(() => waiting.WaitAsync(CancellationLimit));
        Assert.True(failure is null or OperationCanceledException, $"{failure}");
    }

    private static async Task ViewsAreReadAsync(DamagedDatabase database)
    {
        foreach (string view in (string[])["instances", "active_bookmarks", "messages", "promoted_properties", "definitions"])
        {
            await database.Loose.ReadAsync($"SELECT * FROM workflow.{view}");
        }
    }
}
