extern alias WorkflowCore;
using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Persistence.Sql;
using Workflow.Testing;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Instances in a database, in the same tables and views as instances of Workflow.Core (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class SqliteTests : IAsyncLifetime
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"workflow-legacy-{Guid.NewGuid():N}.db");
    private readonly VirtualTimeProvider _clock = new();
    private DbDataSource _data = null!;

    public async Task InitializeAsync()
    {
        _data = SqliteFactory.Instance.CreateDataSource($"Data Source={_file}");
        await using SqlInstanceStore store = Store();
        await store.EnsureSchemaAsync(default);
    }

    public async Task DisposeAsync()
    {
        await _data.DisposeAsync();
        SqliteConnection.ClearAllPools();
        File.Delete(_file);
    }

    [Fact]
    public async Task Instance_InDatabase_IsInViewsAndContinues()
    {
        Guid id;
        await using (SqlInstanceStore store = Store())
        using (Host host = new(store, _clock, unloadOnIdle: true))
        {
            WorkflowInstance instance = host.Start(typeof(Adding));
            host.Send(instance, "first", 5);
            id = instance.InstanceId;
            Assert.Empty(host.Failures);
        }

        Assert.Equal("Idle [second: second]", await QueryAsync("select status || ' ' || active_bookmarks from workflow_instances"));
        await using SqlInstanceStore other = Store();
        using Host next = new(other, _clock, unloadOnIdle: true, workflows: typeof(Adding));
        next.Send(next.Runtime.GetWorkflow(id), "second", 6);
        Assert.Equal(11, next.Outputs["Sum"]);
        Assert.Equal("0", await QueryAsync("select count(*) from workflow_instances"));
        Assert.Empty(next.Failures);
    }

    [Fact]
    public async Task Work_Fails_RollsBackSave()
    {
        List<string> trace = [];
        Works works = new("works", trace) { OnCommit = new FormatException("no") };
        await using SqlInstanceStore store = Store();
        using Host host = new(store, _clock, unloadOnIdle: false);
        WorkflowInstance instance = host.Start(typeof(Adding));
        instance.EnqueueItem("first", 1, works, "x");
        host.Continue(instance);
        Assert.Throws<PersistenceException>(instance.Unload);
        Assert.Equal("0", await QueryAsync("select count(*) from workflow_instances"));
        works.OnCommit = null;
        instance.Unload();
        Assert.Equal("1", await QueryAsync("select count(*) from workflow_instances"));
        Assert.Equal(["works commits x", "works failed x", "works commits x", "works done x"], trace);
        host.Send(instance, "second", 2);
        Assert.Equal(3, host.Outputs["Sum"]);
    }

    /// <summary>The rows of the application are committed if and only if the scope is committed with the instance (A.11).</summary>
    [Theory]
    [InlineData(false, "2")]
    [InlineData(true, "0")]
    public async Task TransactionScope_ApplicationRows_CommitWithInstance(bool fails, string rows)
    {
        await QueryAsync("CREATE TABLE orders (id integer)");
        await using SqlInstanceStore store = Store();
        Transacting.Build = root =>
        [
            Tree.Sequence(
                "outer",
                Transacting.Scope("scope", Insert("first"), root.Step("a"), Insert("second"), Tree.Code("last", (_, _) => Assert.False(fails, "no"))),
                Tree.Handlers("handlers", Tree.Handler<Exception>("handler", root.Step("h")))),
        ];
        using Host host = new(store, _clock, unloadOnIdle: false);
        host.Start(typeof(Transacting));
        Assert.Equal(fails ? "h" : "A", host.Outputs["Steps"]);
        Assert.Equal(rows, await QueryAsync("SELECT count(*) FROM orders"));
        Assert.Equal("0", await QueryAsync("SELECT count(*) FROM workflow_instances"));
        Assert.Empty(host.Failures);

        CodeActivity Insert(string name) => Tree.Code(name, (_, _) =>
        {
#pragma warning disable RS0030, VSTHRD002 // A step of WF3 has no asynchronous form.
            using DbCommand insert = store.GetTransactionConnectionAsync(default).GetAwaiter().GetResult().CreateCommand();
#pragma warning restore RS0030, VSTHRD002
            insert.CommandText = "INSERT INTO orders VALUES (1)";
            insert.ExecuteNonQuery();
        });
    }

    private SqlInstanceStore Store() => new(_data, new SqlInstanceStoreOptions());

    private async Task<string> QueryAsync(string text)
    {
        await using DbCommand command = _data.CreateCommand(text);
        return Convert.ToString(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture)!;
    }
}
