using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Statements;
using TransactionScope = Workflow.Statements.TransactionScope;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>
/// Measures the statements and transactions of an instance with two messages and two effects on PostgreSQL. The counts of the server include the begin and end
/// of transactions and the statements that the driver sends on its own. Client, host and instance are in one process.
/// </summary>
[Collection(AloneCollection.Name)]
public sealed class StatementCountTests(RestartablePostgreSqlTestDatabase database) : IClassFixture<RestartablePostgreSqlTestDatabase>, IAsyncLifetime
{
    private const string Transactions = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()";

    /// <summary>The bookmarks of the workflow. The message for the second one is sent when the effect of the first is stored.</summary>
    private static readonly string[] Steps = ["first", "second"];

    private DbDataSource _source = null!;
    private SqlInstanceStore _store = null!;

    public async Task InitializeAsync()
    {
        await ReadAsync("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
        await database.RestartServerAsync();
        await ReadAsync("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        await ReadAsync("CREATE TABLE IF NOT EXISTS effect (number integer NOT NULL)");
        _source = database.NewDataSource();
        _store = new SqlInstanceStore(_source, new SqlInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing });
        await _store.EnsureSchemaAsync(CancellationToken.None);
    }

    public async Task DisposeAsync()
    {
        await _store.DisposeAsync();
        await _source.DisposeAsync();
    }

    /// <summary>
    /// With one instance at a time, no writes are combined; with 64 concurrent instances, most writes are.
    /// The counts include the work that is done once per process, definition or connection. Each message is sent when the effect of the one before is stored: a
    /// message that comes before its bookmark costs more statements, and how many do so depends on the load of the machine.
    /// </summary>
    [Theory]
    [InlineData(100, 1, 19, 9)]
    [InlineData(250, 64, 16, 8)]
    public async Task Instance_WithTwoMessages_StaysWithinItsBudget(int count, int atOnce, int statements, int transactions)
    {
        await ReadAsync("DELETE FROM effect");
        await ReadAsync("SELECT pg_stat_statements_reset()");
        long before = await ReadAsync(Transactions);
        using ThrownExceptions thrown = new();
        await using (HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<TwoEffects>("two"), _store, null, services => services.AddSingleton<Arrivals>()))
        {
            await RunAsync(run, count, atOnce);
            await Eventually.TrueAsync(() => run.Service.Loaded.Count == 0);
            Assert.Equal(string.Empty, thrown.ToString());
        }

        Assert.InRange(await ReadAsync("SELECT sum(calls)::bigint FROM pg_stat_statements") / (double)count, 5, statements);

        // The processes of the server report their transactions with a delay, but at the latest when they end.
        await database.CutConnectionsAsync();
        Assert.InRange((await ReadAsync(Transactions) - before) / (double)count, 1, transactions);
        Assert.Equal(2 * count, await ReadAsync("SELECT count(*) FROM effect"));
    }

    private static Task RunAsync(HostRun run, int count, int atOnce) => System.Threading.Tasks.Parallel.ForEachAsync(
        Enumerable.Range(0, count),
        new ParallelOptions { MaxDegreeOfParallelism = atOnce },
        async (number, token) =>
        {
            string key = string.Create(CultureInfo.InvariantCulture, $"order/{number}");
            Guid id = await run.StartInstanceAsync("two", null, new() { Key = key });
            Arrivals arrivals = run.Services.GetRequiredService<Arrivals>();
            foreach (string step in Steps)
            {
                await run.Client.ResumeAsync(id, step, number, cancellationToken: token);
                await arrivals.Of(step, number);
            }
        }).WaitAsync(HangGuard.Limit);

    private async Task<long> ReadAsync(string statement)
    {
        await using DbDataSource source = database.NewDataSource();
        await using DbConnection connection = await source.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The statements are literals of this class.
        command.CommandText = statement;
#pragma warning restore CA2100
        return await command.ExecuteScalarAsync() is long value ? value : 0;
    }

    /// <summary>A workflow that waits for two messages and after each inserts a row in the transaction of its save.</summary>
    private sealed class TwoEffects : Activity
    {
        public TwoEffects() => Implementation = Build;

        private static Sequence Build()
        {
            Variable<int> number = new("number");
            return new Sequence
            {
                Variables = { number },
                Activities =
                {
                    new WaitForBookmark<int>(Steps[0]) { Result = number },
                    new TransactionScope { IsolationLevel = System.Transactions.IsolationLevel.ReadCommitted, Body = new Add { Number = number } },
                    new Arrive { Step = Steps[0], Number = number },
                    new WaitForBookmark<int>(Steps[1]) { Result = number },
                    new TransactionScope { IsolationLevel = System.Transactions.IsolationLevel.ReadCommitted, Body = new Add { Number = number } },
                    new Arrive { Step = Steps[1], Number = number },
                },
            };
        }
    }

    private sealed class Add : AsyncCodeActivity
    {
        public InArgument<int> Number { get; set; } = null!;

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            int number = Number.Get(context);
            DbConnection connection = await context.GetRequiredExtension<TransactionConnections>().GetAsync(context, cancellationToken);
            await using DbCommand insert = connection.CreateCommand();
            insert.CommandText = "INSERT INTO effect VALUES (@number)";
            DbParameter parameter = insert.CreateParameter();
            (parameter.ParameterName, parameter.Value) = ("number", number);
            insert.Parameters.Add(parameter);
            await insert.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    /// <summary>An activity that signals to the test that an effect is stored. A wait of the client would add statements.</summary>
    private sealed class Arrive : CodeActivity
    {
        public InArgument<string> Step { get; set; } = null!;

        public InArgument<int> Number { get; set; } = null!;

        protected override void Execute(CodeActivityContext context) =>
            context.GetRequiredService<Arrivals>().Add(Step.Get(context)!, Number.Get(context));
    }

    private sealed class Arrivals
    {
        private readonly ConcurrentDictionary<(string Step, int Number), TaskCompletionSource> _arrivals = [];

        public Task Of(string step, int number) => At(step, number).Task;

        public void Add(string step, int number) => At(step, number).SetResult();

        private TaskCompletionSource At(string step, int number) =>
            _arrivals.GetOrAdd((step, number), _ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
    }
}
