using System.Data.Common;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>
/// The stores of one test on a database server, in their own schema. The clocks of the server and of this process stand still until the test advances them.
/// </summary>
internal abstract class ServerStore(TestDatabase database) : TestedStore
{
    public static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private static int _schemas;

    private readonly List<SqlInstanceStore> _stores = [];

    public string Schema { get; } = $"s{Interlocked.Increment(ref _schemas)}";

    public VirtualTimeProvider Clock { get; } = new();

    /// <summary>Edits the text of a script, so that the tables of the test differ from those of the scripts. By default, returns the text unchanged.</summary>
    public Func<string, string> Edited { get; init; } = text => text;

    public override TimeSpan LeaseTime => 2 * Period;

    public override SqlInstanceStore Create(InstanceCompletionAction completionAction) =>
        Create(new SqlInstanceStoreOptions { CompletionAction = completionAction });

    /// <summary>Creates a store that differs from the others only in its options.</summary>
    public SqlInstanceStore Create(SqlInstanceStoreOptions options) => Create(options, database.DataSource);

    /// <summary>Creates a store that differs from the others in its options and its data source.</summary>
    public SqlInstanceStore Create(SqlInstanceStoreOptions options, DbDataSource source)
    {
        options.SchemaName = Schema;
        options.TimeProvider = Clock;
        options.LeaseRenewalPeriod = Period;
        SqlInstanceStore store = new(source, options);
        _stores.Add(store);
        return store;
    }

    public override async Task PassAsync(TimeSpan time)
    {
        await RunAsync(PassingOf(time.Ticks / TimeSpan.TicksPerMicrosecond));
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

    /// <summary>
    /// Runs a text on a separate connection outside of the ambient transaction, and returns the values of all rows. The prefix 'workflow.' stands for the
    /// schema of the test.
    /// </summary>
    public async Task<List<object?[]>> ReadAsync(string text)
    {
        using TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
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

    /// <summary>Returns the statement that advances the clock of the server.</summary>
    protected abstract string PassingOf(long microseconds);
}
