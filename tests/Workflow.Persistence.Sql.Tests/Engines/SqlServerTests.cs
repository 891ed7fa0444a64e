using System.Data.Common;
using System.Xml.Linq;
using Microsoft.Data.SqlClient;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of the store on SQL Server.</summary>
public sealed class SqlServerTests(SqlServerTestDatabase database)
    : ServerEngineTests(new SqlServerStore(database), database), IClassFixture<SqlServerTestDatabase>
{
    /// <summary>
    /// Options without retries, so that a deadlock fails a call. The timeout is long, because slow writers that wait for each other are not in a deadlock.
    /// </summary>
    protected override SqlInstanceStoreOptions WriterOptions => new() { MaxRetryAttempts = 0, CommandTimeout = TimeSpan.FromMinutes(5) };

    protected override string RowText => "CONCAT(definition_id, '/', lock_version, '/', lock_owner, '/', turn, '/', failures)";

    protected override string IdentityColumn => "identity_text";

    [Theory]
    [InlineData("refused by the server")]
    [InlineData(null)]
    public async Task SaveAsync_Concurrent_RefusedSaveFailsAlone(string? bad)
    {
        await Tested.RunAsync("ALTER TABLE workflow.bookmark ADD CHECK (name <> N'refused by the server')");
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Task<long>[] saves =
        [
            .. Enumerable.Range(0, 300).Select(
                number => store.SaveAsync(owner, Waiting(Guid.NewGuid(), number == 150 ? bad ?? new string('x', 801) : "a"), None))
        ];
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(() => saves[150]);
        Assert.Contains(bad is null ? "801 characters" : "refuses a row", refused.Message, StringComparison.Ordinal);
        saves[150] = Task.FromResult(1L);
        await Task.WhenAll(saves);
        Assert.Equal(299L, await Tested.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.active_bookmarks"));
    }

    [Theory]
    [InlineData("quotes \" ' and \\ and lines\r\n\tand \u0001 \u001F \uE000 signs")]
    [InlineData(" spaces at its ends  ")]
    [InlineData("")]
    [InlineData("\u00E4\u4E2D\uD83D\uDE00")]
    public async Task SaveAsync_SpecialTexts_AreReadUnchanged(string text)
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions { Promotions = { ["P"] = new() { Texts = { "t" } } } });
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "before"), None);
        InstanceSave save = new()
        {
            InstanceId = id,
            LockVersion = 1,
            Status = InstanceStatus.Idle,
            Bookmarks = [new SavedBookmark { Name = text, OwnerDisplayName = text + "o" }, new SavedBookmark { Name = text + "2", OwnerDisplayName = text }],
            WriteOnlyValues = new Dictionary<XName, object?> { ["t"] = text },
        };
        await store.SaveAsync(owner, save, None);
        await store.UnlockAsync(owner, InstanceUnlock.Failure(id, 1, text), None);
        List<InstanceSummary> found = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = text }, None))
        {
            found.Add(summary);
        }

        InstanceSummary only = Assert.Single(found);
        Assert.Equal([(text, text + "o"), (text + "2", text)], only.Bookmarks.Select(bookmark => (bookmark.Name, bookmark.OwnerDisplayName)));
        Assert.Equal(text, only.LastFailure);
        Assert.Equal(text, only.Values["t"]);
        Assert.Equal(text, await Tested.ReadValueAsync("SELECT text_value FROM workflow.promoted_properties"));
    }

    [Fact]
    public async Task QueryAsync_BookmarkName_IsCaseAndSpaceSensitive()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        await store.SaveAsync(owner, Waiting(Guid.NewGuid(), "a "), None);
        await store.SaveAsync(owner, Waiting(Guid.NewGuid(), "A"), None);
        List<Guid> found = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "a" }, None))
        {
            found.Add(summary.InstanceId);
        }

        Assert.Equal([id], found);
    }

    protected override DbDataSource SourceWithoutServer(string password) =>
        SqlClientFactory.Instance.CreateDataSource($"Server=127.0.0.1,1;User Id=u;Password={password};Database=d;Encrypt=False");
}
