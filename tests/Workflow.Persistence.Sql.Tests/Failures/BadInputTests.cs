using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Persistence.Sql.Tests.Transactions;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>
/// Tests of saves that a store refuses. The message is one sentence with the reason, nothing is lost, and the instance can be saved after the cause is
/// removed.
/// </summary>
public abstract class BadInputTests : ApplicationTransactionSuite
{
    private readonly Guid _id = Guid.NewGuid();

    private protected BadInputTests(Func<ApplicationDatabase> create)
        : base(create)
    {
    }

    [Fact]
    public async Task SaveAsync_TextTooLong_ThrowsWithName()
    {
        SnapshotException failure = await RefusedAsync<SnapshotException>(Promoting(), Save(new string('x', 401)));
        Assert.Contains("'Customer'", failure.Message, StringComparison.Ordinal);
        Assert.Contains("400", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task SaveAsync_WrongValueType_ThrowsWithName() =>
        Assert.Contains("'Customer'", (await RefusedAsync<SnapshotException>(Promoting(), Save(17))).Message, StringComparison.Ordinal);

    [Fact]
    public async Task SaveAsync_StateOverLimit_ThrowsWithOption() => Assert.Contains(
        "'MaxStateBytes'",
        (await RefusedAsync<SnapshotException>(new SqlInstanceStoreOptions { MaxStateBytes = 10 }, Save("a", new byte[11]))).Message,
        StringComparison.Ordinal);

    /// <summary>A missing name is not an error of an instance, because definitions have different variables.</summary>
    [Fact]
    public async Task SaveAsync_PromotedNameMissing_WritesNoRow()
    {
        SqlInstanceStoreOptions options = Promoting();
        options.Promotions["Other"] = new() { Texts = { "NoSuchName" } };
        SqlInstanceStore store = Database.Store(options);
        await store.SaveAsync(await OwnerAsync(store), Save("Contoso"), None);
        Assert.Equal(["Customer"], (await Database.ReadAsync("SELECT name FROM workflow.promoted_properties")).Select(row => row[0]));
    }

    [Fact]
    public async Task SaveAsync_NullCharacterInText_ThrowsWithName() =>
        Assert.Contains(
            "'Customer' has a null character",
            (await RefusedAsync<SnapshotException>(Promoting(), Save("a\0b"))).Message,
            StringComparison.Ordinal);

    [Fact]
    public async Task SaveAsync_LoneSurrogateInBookmark_ThrowsWithName() =>
        Assert.Contains(
            "'a\uFFFD' of 'owner'",
            (await RefusedAsync<SnapshotException>(Promoting(), Save("a", bookmark: "a\uD800"))).Message,
            StringComparison.Ordinal);

    [Fact]
    public async Task SaveAsync_NullCharacterInBookmark_ThrowsWithName() =>
        Assert.Contains(
            "'a\uFFFD' of 'owner'",
            (await RefusedAsync<SnapshotException>(Promoting(), Save("a", bookmark: "a\0"))).Message,
            StringComparison.Ordinal);

    [Fact]
    public async Task SaveAsync_LongBookmarkName_SucceedsUpToLimit()
    {
        SnapshotException failure = await RefusedAsync<SnapshotException>(Promoting(), Save("a", bookmark: new string('b', 801)));
        Assert.Contains("801", failure.Message, StringComparison.Ordinal);
        SqlInstanceStore store = Database.Store();
        string name = new('\u20AC', 800);
        Guid id = Guid.NewGuid();
        InstanceSave save = new()
        {
            InstanceId = id,
            Status = InstanceStatus.Idle,
            State = new byte[] { 1 },
            Unlock = true,
            Bookmarks = [new SavedBookmark { Name = name, OwnerDisplayName = "owner" }]
        };
        await store.SaveAsync(await OwnerAsync(store), save, None);
        Assert.Equal(
            name,
            Assert.Single(Assert.Single(await store.QueryAsync(new InstanceQuery { BookmarkName = name }, None).ToListAsync(None)).Bookmarks).Name);
        await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = name }, None);
    }

    /// <summary>No save accepts such a name, so that a query for the name is not an error.</summary>
    [Theory]
    [InlineData("half")]
    [InlineData("null")]
    public async Task QueryAsync_UnstorableName_FindsNothing(string kind)
    {
        SqlInstanceStore store = Database.Store();
        await store.SaveAsync(await OwnerAsync(store), Save("a"), None);
        Assert.Empty(await store.QueryAsync(new InstanceQuery { BookmarkName = kind == "half" ? "\uD800" : "\0" }, None).ToListAsync(None));
    }

    /// <summary>The message of an exception can contain any character. The message must not prevent the unlock of the instance.</summary>
    [Fact]
    public async Task DisplayTexts_InvalidCharacters_AreReplaced()
    {
        SqlInstanceStore store = Database.Store();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "host\0\uD800", Filter = WorkflowIdentityFilter.Any }, None);
        await store.SaveAsync(owner, Save("a", owner: "Wait\0\uDC00"), None);
        await store.UnlockAsync(owner, InstanceUnlock.Failure(_id, 1, "at \0 and \uD83D, not \U0001F600"), None);
        InstanceSummary failed = Assert.Single(await store.QueryAsync(new InstanceQuery(), None).ToListAsync(None));
        Assert.Equal(("at \uFFFD and \uFFFD, not \U0001F600", "Wait\uFFFD\uFFFD"), (failed.LastFailure, Assert.Single(failed.Bookmarks).OwnerDisplayName));
        StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ById(_id), None);
        Assert.Equal("host\uFFFD\uFFFD", (await Database.ReadAsync("SELECT owner_name FROM workflow.instances"))[0][0]);
        await store.UnlockAsync(owner, InstanceUnlock.Suspension(_id, loaded.LockVersion, "\0"), None);
        Assert.Equal("\uFFFD", Assert.Single(await store.QueryAsync(new InstanceQuery { IsSuspended = true }, None).ToListAsync(None)).LastFailure);
    }

    /// <summary>Databases cannot subtract this time from the current time. Each renewal of a lease applies the retention, and would fail.</summary>
    [Fact]
    public async Task CompletedRetention_MaxValue_DeletesNothing()
    {
        SqlInstanceStore store = Database.Store(
            new SqlInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing, CompletedRetention = TimeSpan.MaxValue });
        InstanceOwner owner = await OwnerAsync(store);
        await store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Closed, Complete = true }, None);
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(0, await store.PurgeAsync(TimeSpan.MaxValue, None));
        Assert.Single(await Database.ReadAsync("SELECT status FROM workflow.instances"));
    }

    [Fact]
    public async Task EnsureSchemaAsync_DisposedStore_Throws()
    {
        SqlInstanceStore store = Database.Store();
        await store.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.EnsureSchemaAsync(None));
    }

    /// <summary>Makes a save fail, and then another save of the same instance succeed. Returns the failure.</summary>
    private protected async Task<TFailure> RefusedAsync<TFailure>(SqlInstanceStoreOptions options, InstanceSave bad)
        where TFailure : Exception
    {
        SqlInstanceStore store = Database.Store(options);
        InstanceOwner owner = await OwnerAsync(store);
        await store.SaveAsync(owner, Save("Contoso"), None);
        object?[] before = (await Database.ReadAsync("SELECT updated, active_bookmarks FROM workflow.instances"))[0];
        TFailure failure = await Assert.ThrowsAsync<TFailure>(() => store.SaveAsync(owner, Later(bad), None));
        Assert.Contains(_id.ToString(), failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', failure.Message);
        Assert.Equal(before, (await Database.ReadAsync("SELECT updated, active_bookmarks FROM workflow.instances"))[0]);
        await store.SaveAsync(owner, Later(Save("Fabrikam")), None);
        return failure;
    }

    private static SqlInstanceStoreOptions Promoting() => new() { Promotions = { ["Order"] = new() { Texts = { "Customer" } } } };

    private static InstanceSave Later(InstanceSave save) => new()
    {
        InstanceId = save.InstanceId,
        LockVersion = InstanceSave.FirstLockVersion,
        Status = save.Status,
        State = save.State,
        Bookmarks = save.Bookmarks,
        WriteOnlyValues = save.WriteOnlyValues,
    };

    private InstanceSave Save(object value, byte[]? state = null, string bookmark = "b", string owner = "owner") => new()
    {
        InstanceId = _id,
        Status = InstanceStatus.Idle,
        State = state ?? [1],
        Bookmarks = [new SavedBookmark { Name = bookmark, OwnerDisplayName = owner }],
        WriteOnlyValues = new Dictionary<XName, object?> { ["{urn:shop}Customer"] = value },
    };

    public sealed class OnSqlite() : BadInputTests(static () => new ApplicationDatabase.Sqlite());

    public sealed class OnPostgreSql(PostgreSqlTestDatabase database) : BadInputTests(() => On(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class OnSqlServer(SqlServerTestDatabase database) : BadInputTests(() => On(database)), IClassFixture<SqlServerTestDatabase>;
}
