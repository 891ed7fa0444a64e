using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Microsoft.Data.Sqlite;
using Npgsql;
using Workflow.Statements;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// The process of the tests of rule 10.3.1. It runs workflows whose scopes each add one row, reports its progress, and stops at the point at which the test
/// kills it.
/// </summary>
internal static class ScopeProgram
{
    public const string Mode = "scopes", ConnectionVariable = "WORKFLOW_CRASH_CONNECTION";

    /// <summary>
    /// The words with which the output lines of the process begin: it has stopped at its point, has passed a scope, or has completed a workflow.
    /// </summary>
    public const string Stopped = "stopped", Behind = "behind", Completed = "completed";

    /// <summary>The number of scopes of a workflow.</summary>
    public const int Scopes = 3;

    private const int Workers = 3;

    /// <summary>The point at which the process stops.</summary>
    public enum Point
    {
        /// <summary>The process does not stop.</summary>
        Nowhere,

        /// <summary>The row is written, and the transaction is still open.</summary>
        BeforeTheCommit,

        /// <summary>The database has committed, and the workflow has not continued.</summary>
        AfterTheCommit,

        /// <summary>The workflow has left its first scope.</summary>
        BehindTheScope,
    }

    /// <summary>
    /// Runs the process. The arguments are the mode, the file or the schema, the minutes that are added to the clock, the work, and the point at which to
    /// stop.
    /// </summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        await using SqlInstanceStore store = Open(arguments[1], TimeSpan.FromMinutes(double.Parse(arguments[2], CultureInfo.InvariantCulture)));
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        Activity definition = Definition(Enum.Parse<Point>(arguments[4]));
        switch (arguments[3])
        {
            case "one":
                await CompleteAsync(Start(store, definition));
                break;
            case "finish":
                await FinishAsync(store, definition);
                break;
            default:
                await FinishAsync(store, definition);
                await Task.WhenAll(Enumerable.Range(0, Workers).Select(_ => Task.Run(() => WorkAsync(store, definition))));
                break;
        }

        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store);
        return 0;
    }

    private static SqlInstanceStore Open(string target, TimeSpan offset)
    {
        SqlInstanceStoreOptions options = new() { TimeProvider = new OffsetTimeProvider(offset) };
        if (Environment.GetEnvironmentVariable(ConnectionVariable) is { } connection)
        {
            options.SchemaName = target;
            return new SqlInstanceStore(NpgsqlDataSource.Create(connection), options);
        }

        return new SqlInstanceStore(
            SqliteFactory.Instance.CreateDataSource(new SqliteConnectionStringBuilder { DataSource = target, Pooling = false }.ToString()),
            options);
    }

    private static Sequence Definition(Point point)
    {
        Sequence all = new() { Activities = { new Persist() } };
        for (int step = 1; step <= Scopes; step++)
        {
            bool stops = step == 1;
            all.Activities.Add(new Workflow.Statements.TransactionScope
            {
                IsolationLevel = IsolationLevel.ReadCommitted,
                Body = new AddRow { Step = step, Point = stops ? point : Point.Nowhere },
            });
            all.Activities.Add(new SayBehind { Step = step, Stops = stops && point == Point.BehindTheScope });
        }

        return all;
    }

    private static WorkflowApplication Start(SqlInstanceStore store, Activity definition)
    {
        WorkflowApplication application = new(definition) { InstanceStore = store };
        application.Run();
        return application;
    }

    private static async Task CompleteAsync(WorkflowApplication application)
    {
        await application.Completion;
        Say($"{Completed} {application.Id}");
    }

    private static async Task WorkAsync(SqlInstanceStore store, Activity definition)
    {
        while (true)
        {
            await CompleteAsync(Start(store, definition));
        }
    }

    /// <summary>Completes the workflows that killed processes have left.</summary>
    private static async Task FinishAsync(SqlInstanceStore store, Activity definition)
    {
        while (true)
        {
            WorkflowApplication application = new(definition) { InstanceStore = store };
            try
            {
                await application.LoadRunnableAsync(CancellationToken.None);
            }
            catch (InstanceNotReadyException)
            {
                return;
            }

            application.Run();
            await CompleteAsync(application);
        }
    }

    private static void Say(string line) => Console.Out.WriteLine(line);

    /// <summary>Reports that the process has stopped, and waits until the test kills the process.</summary>
    private static void Stop(Guid id)
    {
        Say($"{Stopped} {id}");
        Console.In.ReadLine();
    }

    private sealed class AddRow : AsyncCodeActivity
    {
        public int Step { get; init; }

        public Point Point { get; init; }

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Guid id = context.WorkflowInstanceId;
            if (Point == Point.AfterTheCommit)
            {
                context.GetProperty<RuntimeTransactionHandle>()!.GetCurrentTransaction(context)!.TransactionCompleted += (_, _) => Stop(id);
            }

            DbConnection connection = await context.GetRequiredExtension<TransactionConnections>().GetAsync(context, cancellationToken);
            await using DbCommand insert = connection.CreateCommand();
            insert.CommandText = $"INSERT INTO app_effect VALUES ('{id}', {Step})";
            await insert.ExecuteNonQueryAsync(cancellationToken);
            if (Point == Point.BeforeTheCommit)
            {
                Stop(id);
            }
        }
    }

    private sealed class SayBehind : CodeActivity
    {
        public int Step { get; init; }

        public bool Stops { get; init; }

        protected override void Execute(CodeActivityContext context)
        {
            Say($"{Behind} {context.WorkflowInstanceId} {Step}");
            if (Stops)
            {
                Stop(context.WorkflowInstanceId);
            }
        }
    }
}
