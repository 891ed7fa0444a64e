using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>The queries of docs/persistence-sql.md, as the page says that they are written for SQL Server.</summary>
public sealed class SqlServerDocumentTests(SqlServerTestDatabase database) : IClassFixture<SqlServerTestDatabase>, IAsyncLifetime
{
    private readonly SqlServerStore _server = new(database);

    public Task InitializeAsync() => _server.InitializeAsync();

    public Task DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task Queries_OfTheDocument_FindWhatTheySay()
    {
        // Some queries take the time from the server itself.
        await _server.RunAsync("UPDATE workflow.test_clock SET now = DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME())");
        SqlInstanceStore store = _server.Create(PersistenceSqlSnippet.Promoting());
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "host 1", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        string waiting = await PersistenceSqlTests.SaveAsync(store, owner, "Contoso", 1500m, "approve", null, unlock: true);
        string stuck = await PersistenceSqlTests.SaveAsync(store, owner, "Fabrikam", 10m, null, TimeSpan.Zero, unlock: true);
        await _server.RunAsync($"UPDATE workflow.instance SET due = due - 600000000, runnable_at = runnable_at - 600000000 WHERE instance_id = '{stuck}'");
        await _server.PassAsync(TimeSpan.FromSeconds(1));
        string held = await PersistenceSqlTests.SaveAsync(store, owner, "Fabrikam", 20m, "pay", TimeSpan.FromMinutes(20), unlock: false);
        string failed = await PersistenceSqlTests.SaveAsync(store, owner, "Fabrikam", 30m, null, null, unlock: false);
        await store.UnlockFailedAsync(owner, Guid.Parse(failed), InstanceSave.FirstLockVersion, "the disk is full", CancellationToken.None);

        object?[][][] found = await QueriesAsync();
        Assert.Equal(14, found.Length);
        Assert.Equal([("approve", "Approval", waiting), ("pay", "Approval", held)], found[0].Select(row => ((string)row[0]!, (string)row[1]!, $"{row[2]}")));
        Assert.Equal(waiting, $"{Assert.Single(found[1])[0]}");
        Assert.Equal([waiting, stuck, held, failed], found[2].Select(row => $"{row[0]}"));
        Assert.Equal("[approve: Approval]", found[2][0][3]);
        Assert.Equal(stuck, $"{Assert.Single(found[3])[0]}");
        Assert.Equal([Guid.Parse(failed), 1, "the disk is full", false], Assert.Single(found[4]).Where((_, column) => column != 3));
        Assert.Equal(waiting, $"{Assert.Single(found[5])[0]}");
        Assert.Equal([Guid.Parse(waiting), 1500d, "[approve: Approval]"], Assert.Single(found[6]));
        Assert.Equal(["Order", "1.2", "Idle", 4], Assert.Single(found[7]));
        Assert.Equal([Environment.MachineName, "host 1", 1], Assert.Single(found[8])[..3]);
        Assert.Equal([stuck, held], found[9].Select(row => $"{row[0]}"));
        Assert.Empty(found[10]);
        Assert.Empty(found[11]);
        Assert.Equal(["Order", "1.2", 1], Assert.Single(found[12])[..3]);
        Assert.Equal(["instance 4 12", "bookmark 2 0", "instance_key 0 0", "promoted 8 0", "message 0 0", "request 0 0", "owner 1 0", "definition 2 0"], found[13].Select(row => $"{row[0]} {row[1]} {row[2]}"));
    }

    private async Task<object?[][][]> QueriesAsync()
    {
        Queue<string> own = new(PersistenceSqlTests.Blocks("tsql"));
        List<object?[][]> found = [];
        foreach (string query in PersistenceSqlTests.Blocks("sql"))
        {
            bool isOther = query.Contains("'now'", StringComparison.Ordinal) || query.Contains("LIMIT", StringComparison.Ordinal) || query.Contains("length(state)", StringComparison.Ordinal);
            found.Add([.. await _server.ReadAsync(isOther ? own.Dequeue() : query.Replace("workflow_", "workflow.", StringComparison.Ordinal))]);
        }

        Assert.Empty(own);
        return [.. found];
    }
}
