using System.Xml.Linq;
using Microsoft.Data.Sqlite;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>
/// Sets every column of every table to invalid contents. The store must throw a typed exception that names the instance, keep the row unchanged, and keep
/// all other instances usable (regression 28).
/// </summary>
public sealed class DamagedRowTests
{
    private static readonly Guid Damaged = Guid.Parse("11111111-1111-1111-1111-111111111111"), Healthy = Guid.Parse("22222222-2222-2222-2222-222222222222"),
        Held = Guid.Parse("33333333-3333-3333-3333-333333333333"), Key = Guid.NewGuid(), HealthyKey = Guid.NewGuid();

    /// <summary>Values of wrong types, null, extreme numbers, long texts and blobs, and values of other rows.</summary>
    private static readonly string[] Contents =
    [
        "NULL", "'wrong'", "x'00ff'", "1.5", "-1", "1", "424242", "9223372036854775807", "-9223372036854775808", "zeroblob(100000)",
        "'22222222-2222-2222-2222-222222222222'", "'{\"a\":{\"guid\":7}}'",
    ];

    /// <summary>The columns that a failed load changes by contract, so that the next attempt comes later.</summary>
    private static readonly string[] Counted =
        ["lock_version", "is_unsaved", "failures", "last_failure", "retry_at", "is_suspended", "runnable_at", "turn", "lock_owner"];

    private readonly VirtualTimeProvider _clock = new();

    [Theory]
    [InlineData("workflow_instance", "instance_id = '11111111-1111-1111-1111-111111111111'")]
    [InlineData("workflow_bookmark", "instance_sid = 1")]
    [InlineData("workflow_instance_key", "instance_sid = 1")]
    [InlineData("workflow_promoted", "instance_sid = 1")]
    [InlineData("workflow_definition", "definition_id = 1")]
    [InlineData("workflow_owner", "owner_sid = 1")]
    [InlineData("workflow_schema", "version = 1")]
    public async Task Column_AnyContent_ThrowsTypedExceptionAndAffectsNoOther(string table, string row)
    {
        await using SqliteFile template = new();
        await PrepareAsync(template);
        int damaged = 0;
        foreach (string column in template.Read($"PRAGMA table_info({table})").Select(info => (string)info[1]!))
        {
            foreach (string content in DamagedContents.Of(Contents, column))
            {
                await using SqliteFile file = new();
                File.Copy(template.Name, file.Name);
                if (TryDamage(file, $"UPDATE {table} SET {column} = {content} WHERE {row}"))
                {
                    damaged++;
                    await SurvivesAsync(file, $"{table}.{column} = {content}");
                }
            }
        }

        Assert.InRange(damaged, DamagedContents.HasAll ? 10 : 3, int.MaxValue);
    }

    /// <summary>
    /// After the lease of an owner has expired, a damaged row that cannot be written must not block the other instances of the owner or of the store.
    /// </summary>
    [Fact]
    public async Task Column_OfHeldInstance_BlocksNoOther()
    {
        await using SqliteFile template = new();
        await PrepareAsync(template);
        foreach (string column in template.Read("PRAGMA table_info(workflow_instance)").Select(info => (string)info[1]!))
        {
            foreach (string content in DamagedContents.Of(Contents, column))
            {
                await using SqliteFile file = new();
                File.Copy(template.Name, file.Name);
                if (!TryDamage(file, $"UPDATE workflow_instance SET {column} = {content} WHERE instance_id = '{Held}'"))
                {
                    continue;
                }

                SqlInstanceStore store = file.WithoutSchema(Options());
                _clock.Advance(TimeSpan.FromDays(3));
                InstanceOwner owner = await OwnerAsync(store);
                Exception? failure = await Record.ExceptionAsync(() => store.LoadAsync(owner, InstanceLoad.ById(Held), CancellationToken.None));
                Assert.True(failure is null or InstancePersistenceException, $"{column} = {content}: {failure}");
                await HealthyIsFoundAsync(store, owner);
                Assert.Equal(Damaged, (await store.LoadAsync(owner, InstanceLoad.ById(Damaged), CancellationToken.None)).InstanceId);
            }
        }
    }

    /// <summary>Damages a row. Returns false if SQLite refuses the damage, for example if two rows would have the same key.</summary>
    private static bool TryDamage(SqliteFile file, string text)
    {
        try
        {
            return file.Run("PRAGMA ignore_check_constraints = ON; " + text) > 0;
        }
        catch (SqliteException)
        {
            return false;
        }
    }

    private SqlInstanceStoreOptions Options() =>
        new SqlInstanceStoreOptions { TimeProvider = _clock, StateEncoding = StateEncoding.GZip, Promotions = { ["P"] = new() { Texts = { "text" } } } };

    private async Task PrepareAsync(SqliteFile file)
    {
        SqlInstanceStore store = await file.StoreAsync(Options());
        InstanceOwner first = await OwnerAsync(store), second = await OwnerAsync(store);
        await store.SaveAsync(first, Save(Damaged, Key, unlock: true), CancellationToken.None);
        await store.SaveAsync(second, Save(Healthy, HealthyKey, unlock: true), CancellationToken.None);
        await store.SaveAsync(first, Save(Held, Guid.NewGuid(), unlock: false), CancellationToken.None);
        await store.DisposeAsync();
        file.Run("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    private static InstanceSave Save(Guid id, Guid key, bool unlock) => new()
    {
        InstanceId = id,
        Status = InstanceStatus.Executing,
        State = id.ToByteArray(),
        DefinitionIdentity = new WorkflowIdentity(id == Healthy ? "Healthy" : "Damaged", new Version(1, 0), "package"),
        DueIn = TimeSpan.Zero,
        Bookmarks = [new SavedBookmark { Name = "b", OwnerDisplayName = "B", ScopeId = Guid.NewGuid() }],
        KeysAdded = [key],
        InitialValues = new Dictionary<XName, object?> { ["initial"] = 1L },
        WriteOnlyValues = new Dictionary<XName, object?> { ["text"] = "a" },
        Unlock = unlock,
    };

    private static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "o", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);

    private async Task SurvivesAsync(SqliteFile file, string damage)
    {
        SqlInstanceStore store = file.WithoutSchema(Options());
        try
        {
            if (await OwnerOrFailureAsync(store) is not { } owner)
            {
                return;
            }

            await LoadAsync(store, owner, file, damage);
            await HealthyIsFoundAsync(store, owner);
            await ListAsync(store);
            _clock.Advance(TimeSpan.FromDays(3));
            InstanceOwner later = await OwnerAsync(store);
            Exception? locked = await Record.ExceptionAsync(() => store.LoadAsync(later, InstanceLoad.ById(Held), CancellationToken.None));
            Assert.True(locked is null or SnapshotException, $"The lock of an owner that is gone does not end: {locked}");
        }
        catch (Exception failure) when (failure is not Xunit.Sdk.XunitException || !failure.Message.Contains(damage, StringComparison.Ordinal))
        {
            Assert.Fail($"{damage}: {failure}");
        }
    }

    /// <summary>Creates an owner. Returns null if the call fails with a message about the schema, as with a damaged version table.</summary>
    private static async Task<InstanceOwner?> OwnerOrFailureAsync(SqlInstanceStore store)
    {
        try
        {
            return await OwnerAsync(store);
        }
        catch (InstancePersistenceException refused)
        {
            Assert.Contains("schema", refused.Message, StringComparison.Ordinal);
            return null;
        }
    }

    private static async Task LoadAsync(SqlInstanceStore store, InstanceOwner owner, SqliteFile file, string damage)
    {
        string[] before = RowOf(file);
        foreach (Func<Task<StoredInstance>> load in new[]
        {
            () => store.LoadAsync(owner, InstanceLoad.ById(Damaged), CancellationToken.None),
            () => store.LoadAsync(owner, InstanceLoad.ByKey(Key), CancellationToken.None)
        })
        {
            try
            {
                StoredInstance loaded = await load();
                Assert.True(
                    damage.Contains("instance_key", StringComparison.Ordinal) || Damaged.ToByteArray().SequenceEqual(loaded.State.ToArray()),
                    "It was loaded with another state.");
                await store.UnlockAsync(owner, InstanceUnlock.Release(loaded.InstanceId, loaded.LockVersion), CancellationToken.None);
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
                Assert.True(failure.InstanceId == Damaged || failure is SnapshotException, $"It names no instance: {failure}");
                Assert.Equal(before, RowOf(file));
            }
        }
    }

    private static string[] RowOf(SqliteFile file)
    {
        string columns = string.Join(
            ", ",
            file.Read("PRAGMA table_info(workflow_instance)").Select(info => (string)info[1]!).Except(Counted).Select(column => $"quote({column})"));
        return
        [
            .. file.Read($"SELECT {columns} FROM workflow_instance WHERE instance_sid = 1 OR instance_id = '{Damaged}'").Select(row => string.Join('|', row))
        ];
    }

    private static async Task HealthyIsFoundAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        StoredInstance byKey = await store.LoadAsync(owner, InstanceLoad.ByKey(HealthyKey), CancellationToken.None);
        Assert.Equal(Healthy, byKey.InstanceId);
        await store.UnlockAsync(owner, InstanceUnlock.Release(Healthy, byKey.LockVersion), CancellationToken.None);
        bool isFound = false;
        for (int i = 0; i < 5 && !isFound; i++)
        {
            try
            {
                StoredInstance? loaded = await store.TryLoadRunnableAsync(owner, default, CancellationToken.None);
                isFound = loaded?.InstanceId == Healthy;
                if (loaded is not null && !isFound)
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
                        CancellationToken.None);
                }
            }
            catch (SnapshotException failure)
            {
                // The store reads the state after it has locked the instance, and unlocks an instance with a damaged state as failed.
                Assert.NotEqual(Healthy, failure.InstanceId);
                Assert.NotEqual(Guid.Empty, failure.InstanceId);
            }
        }

        Assert.True(isFound, "An instance behind the damaged one is not found.");
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = Healthy, LockVersion = byKey.LockVersion + 1, Status = InstanceStatus.Idle },
            CancellationToken.None);
    }

    private static async Task ListAsync(SqlInstanceStore store)
    {
        List<Guid> listed = [];
        try
        {
            await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), CancellationToken.None))
            {
                listed.Add(summary.InstanceId);
            }

            Assert.Equal(3, listed.Count);
        }
        catch (SnapshotException)
        {
            Assert.InRange(listed.Count, 1, 2);
        }

        Assert.Contains(Healthy, listed);
    }
}
