using System.Diagnostics;
using Workflow.Persistence.Sql.Tests.Faults;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Crash;

public sealed class PostgreSqlCrashTests(PostgreSqlTestDatabase server) : CrashTests, IClassFixture<PostgreSqlTestDatabase>
{
    /// <summary>The number of schemas so far. Each test has its own schema, because the tests of the class share a database.</summary>
    private static int _schemas;

    private protected override async Task<CrashDatabase> CreateAsync()
    {
        CrashDatabase database = new(new CrashTarget(string.Empty, server.ConnectionString, $"c{Interlocked.Increment(ref _schemas)}"));
        await database.RunAsync("CREATE SCHEMA " + database.Target.Schema);
        await database.CreateTableAsync();
        return database;
    }

    /// <summary>Runs the process behind a proxy, which counts the requests and answers, and kills the process instead of forwarding the chosen one.</summary>
    private protected override async Task<int?> RunAsync(CrashDatabase database, int step)
    {
        await using PostgreSqlProxy proxy = new(server.ConnectionString);
        int steps = 0;
        TaskCompletionSource<Process> started = new(TaskCreationOptions.RunContinuationsAsynchronously);
        proxy.Passes = async passed =>
        {
            steps = passed.Number;
            if (passed.Number != step)
            {
                return true;
            }

            (await started.Task).Kill();
            return false;
        };
        using Process process = database.Start(database.Target with { Connection = proxy.ConnectionString }, CrashSteps.Mode, "0");
        started.SetResult(process);
        return await database.ListenAsync(process) is null ? null : steps;
    }
}
