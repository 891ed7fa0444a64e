using OrderApproval.Tests.Credit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace OrderApproval.Tests.Storage;

/// <summary>Tests of the program with its store in PostgreSQL.</summary>
public sealed class PostgreSqlTests : IDisposable
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
    }

    [PostgreSqlFact]
    public async Task Program_WithAConnectionString_KeepsItsOrdersInPostgreSql()
    {
        PostgreSqlServer server = await PostgreSqlServer.SharedAsync();
        string database = await server.CreateDatabaseAsync();
        string store = server.ConnectionStringOf(database) + ";Pooling=false";
        using TemporaryFile decisions = new("""{"order":"so-2","decision":"approve","reason":"paid"}""");
        try
        {
            string[] lines = [.. Enumerable.Range(1, 60).Select(i => i % 2 == 0 ? OrderLines.Large($"SO-{i}") : OrderLines.Small($"SO-{i}"))];
            using TemporaryFile orders = new(lines);
            await Task.WhenAll(RunAsync(store, orders, []), RunAsync(store, orders, []));
            Assert.Equal(0, await RunAsync(store, orders, ["--decisions", decisions.Path, "--why", "SO-2"]));
            Assert.Equal("", _error.ToString());
            string last = _output.ToString()[_output.ToString().LastIndexOf("60 orders were in the store already.", StringComparison.Ordinal)..];
            Assert.Contains("SO-2: Approved (finance: paid)", last, StringComparison.Ordinal);
            Assert.Contains("29 orders wait for a decision:", last, StringComparison.Ordinal);
            Assert.Contains($"They are kept in the database '{database}' on ", last, StringComparison.Ordinal);
            Assert.Matches(@"Instance +[-0-9a-f]{36}, Closed", last);
        }
        finally
        {
            await server.DropDatabaseAsync(database);
        }
    }

    private Task<int> RunAsync(string store, TemporaryFile orders, string[] options) =>
        new ApprovalCommand(
            new Terminal(TextWriter.Synchronized(_output), TextWriter.Synchronized(_error), null),
            StubCreditService.Generous,
            TimeProvider.System)
            .RunAsync(["--store", store, "--orders", orders.Path, .. options], CancellationToken.None);
}
