using System.Data.Common;
using System.Text.RegularExpressions;
using System.Transactions;
using Workflow.Core.Tests.Persistence;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>Stores on SQL Server for one test, in a schema of its own, with clocks that stand: that of the server and that of this process.</summary>
internal sealed partial class SqlServerStore(SqlServerTestDatabase database) : TestedStore
{
    public static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private const string ServerClock = "DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME())";

    private static int _schemas;

    private readonly List<SqlInstanceStore> _stores = [];

    public string Schema { get; } = $"s{Interlocked.Increment(ref _schemas)}";

    public ManualTimeProvider Clock { get; } = new();

    public override TimeSpan LeaseTime => 2 * Period;

    /// <summary>Makes the schema as an administrator would, by hand, but with a function for the time that reads a table.</summary>
    public override async Task InitializeAsync()
    {
        foreach (string part in new ScriptFolder("SqlServer", Schema).Versions.SelectMany(script => PartEnd().Split(script)))
        {
            if (part.Contains(ServerClock, StringComparison.Ordinal))
            {
                await RunAsync($"CREATE TABLE {Schema}.test_clock (now bigint NOT NULL); INSERT INTO {Schema}.test_clock VALUES (1893456000000000)");
            }

            await RunAsync(part.Replace(ServerClock, $"(SELECT now FROM {Schema}.test_clock)", StringComparison.Ordinal));
        }
    }

    public override SqlInstanceStore Create(InstanceCompletionAction completionAction) => Create(new SqlInstanceStoreOptions { CompletionAction = completionAction });

    /// <summary>A store that differs from the others only by its options.</summary>
    public SqlInstanceStore Create(SqlInstanceStoreOptions options)
    {
        options.SchemaName = Schema;
        options.TimeProvider = Clock;
        options.LeaseRenewalPeriod = Period;
        SqlInstanceStore store = new(database.DataSource, options);
        _stores.Add(store);
        return store;
    }

    public override async Task PassAsync(TimeSpan time)
    {
        await RunAsync(FormattableString.Invariant($"UPDATE {Schema}.test_clock SET now = now + {time.Ticks / TimeSpan.TicksPerMicrosecond}"));
        Clock.Advance(time);
    }

    public override async Task DisposeAsync()
    {
        foreach (SqlInstanceStore store in _stores)
        {
            await store.DisposeAsync();
        }
    }

    public Task RunAsync(string text) => ReadAsync(text);

    /// <summary>Runs a text on a connection of its own, and reads all rows, each as its values. The schema is that of the test.</summary>
    public async Task<List<object?[]>> ReadAsync(string text)
    {
        using TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text is that of the test.
        command.CommandText = text.Replace("workflow.", Schema + ".", StringComparison.Ordinal);
#pragma warning restore CA2100
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        List<object?[]> rows = [];
        do
        {
            while (await reader.ReadAsync())
            {
                object[] row = new object[reader.FieldCount];
                reader.GetValues(row);
                rows.Add([.. row.Select(value => value is DBNull ? null : value)]);
            }
        }
        while (await reader.NextResultAsync());

        outside.Complete();
        return rows;
    }

    public async Task<object?> ReadValueAsync(string text) => (await ReadAsync(text)) is [[var value, ..], ..] ? value : null;

    [GeneratedRegex(@"^GO\r?$", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex PartEnd();
}
