using System.Collections.Concurrent;
using System.Data.Common;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Statements;
using Workflow.Testing;
using TransactionScope = Workflow.Statements.TransactionScope;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>Tests of instances whose transaction scopes change the same rows concurrently.</summary>
public sealed class ContentionTests(PostgreSqlTestDatabase database) : IAsyncLifetime, IClassFixture<PostgreSqlTestDatabase>
{
    private const int Count = 16;

    private readonly VirtualTimeProvider _time = new();
    private readonly ServerStores _stores = new(database);
    private InstanceStore _store = null!;

    public async Task InitializeAsync()
    {
        _store = await _stores.CreateAsync(_time);
        await ReadAsync("DROP TABLE IF EXISTS counter; CREATE TABLE counter (n bigint NOT NULL); INSERT INTO counter VALUES (0); SELECT 0::bigint");
        await ReadAsync("DROP TABLE IF EXISTS pair; CREATE TABLE pair (id int, n bigint NOT NULL); INSERT INTO pair VALUES (1, 0), (2, 0); SELECT 0::bigint");
    }

    public Task DisposeAsync() => _stores.DisposeAsync();

    [Fact]
    public async Task Scopes_ThatChangeOneRow_AreRepeatedWithoutCountingFailures()
    {
        int runs = 0;
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("add", 1, new TransactionScope { Body = new AddOne(() => Interlocked.Increment(ref runs)) }), _store, _time);
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => run.StartInstanceAsync("add")));
        await CompleteAsync(run, ids);
        Assert.Equal(Count, await ReadAsync("SELECT n FROM counter"));
        Assert.InRange(runs, Count + 1, int.MaxValue);
    }

    /// <summary>
    /// Two instances lock two rows in opposite orders. The server ends one of the two transactions, because none of them could continue (SQLSTATE 40P01).
    /// </summary>
    [Fact]
    public async Task Scopes_ThatDeadlock_AreRepeatedWithoutCountingFailures()
    {
        AddToBoth body = new();
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("both", 1, new TransactionScope { IsolationLevel = IsolationLevel.ReadCommitted, Body = body }), _store, _time);
        Guid[] ids = await Task.WhenAll(run.StartInstanceAsync("both"), run.StartInstanceAsync("both"));
        await CompleteAsync(run, ids);
        Assert.Contains("40P01", body.Failures);
        Assert.Equal((2, 2), (await ReadAsync("SELECT n FROM pair WHERE id = 1"), await ReadAsync("SELECT n FROM pair WHERE id = 2")));
    }

    /// <summary>Waits until all instances have completed, without a failure at any time.</summary>
    private async Task CompleteAsync(HostRun run, Guid[] ids)
    {
        foreach (Guid id in ids)
        {
            WorkflowInstanceInfo? info = null;
            await Eventually.TrueAsync(
                async () =>
                {
                    _time.Advance(TimeSpan.FromSeconds(1));
                    info = await run.Client.GetAsync(id);
                    Assert.Equal((0, null), (info!.FailureCount, info.Reason));
                    return info.State == WorkflowInstanceState.Completed;
                },
                () => $"{info?.State} {run.Log}");
        }
    }

    private async Task<long> ReadAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The statements are literals of this class.
        command.CommandText = text;
#pragma warning restore CA2100
        return (long)(await command.ExecuteScalarAsync())!;
    }

    /// <summary>An activity that writes only after at least two runs have read, so that their transactions conflict.</summary>
    private sealed class AddOne(Func<int> count) : AsyncCodeActivity
    {
        private readonly TaskCompletionSource _both = new(TaskCreationOptions.RunContinuationsAsynchronously);

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            DbConnection connection = await context.GetExtension<TransactionConnections>()!.GetAsync(context, cancellationToken);
            await using DbCommand read = connection.CreateCommand();
            read.CommandText = "SELECT n FROM counter";
            long found = (long)(await read.ExecuteScalarAsync(cancellationToken))!;
            if (count() >= 2)
            {
                _both.TrySetResult();
            }

            await _both.Task.WaitAsync(cancellationToken);
            await using DbCommand write = connection.CreateCommand();
            write.CommandText = FormattableString.Invariant($"UPDATE counter SET n = {found + 1}");
            await write.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    /// <summary>An activity that changes two rows in an order that alternates, the second row only after two runs have changed their first one.</summary>
    private sealed class AddToBoth : AsyncCodeActivity
    {
        private readonly TaskCompletionSource _both = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ConcurrentQueue<string?> _failures = new();
        private int _runs;
        private int _changed;

        /// <summary>The SQLSTATE of each statement that failed.</summary>
        public IReadOnlyCollection<string?> Failures => _failures;

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            DbConnection connection = await context.GetExtension<TransactionConnections>()!.GetAsync(context, cancellationToken);
            int first = 1 + (Interlocked.Increment(ref _runs) % 2);
            await AddAsync(connection, first, cancellationToken);
            if (Interlocked.Increment(ref _changed) >= 2)
            {
                _both.TrySetResult();
            }

            await _both.Task.WaitAsync(cancellationToken);
            await AddAsync(connection, 3 - first, cancellationToken);
        }

        private async Task AddAsync(DbConnection connection, int row, CancellationToken cancellationToken)
        {
            await using DbCommand write = connection.CreateCommand();
            write.CommandText = FormattableString.Invariant($"UPDATE pair SET n = n + 1 WHERE id = {row}");
            try
            {
                await write.ExecuteNonQueryAsync(cancellationToken);
            }
            catch (DbException failure)
            {
                _failures.Enqueue(failure.SqlState);
                throw;
            }
        }
    }
}
