using System.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>Tests of processes in which one instance kills the process again and again, while many other instances are at work (regression 22).</summary>
public abstract class PoisonTests
{
    private const int Count = 20;

    [LinuxFact]
    public async Task Instance_KillsItsProcess_IsSuspendedAlone()
    {
        await using CrashDatabase database = await CreateAsync();
        await using SqlInstanceStore store = database.Open(PoisonProcess.Options());
        await store.EnsureSchemaAsync(CancellationToken.None);
        using IHost host = PoisonProcess.Build(store, runsInstances: false);
        await host.StartAsync();
        WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
        Guid deadly = Guid.Empty;
        for (int i = 0; i <= Count; i++)
        {
            bool isDeadly = i == Count / 2;
            Guid id = (await client.StartAsync(isDeadly ? PoisonProcess.Deadly : PoisonProcess.Healthy)).InstanceId;
            deadly = isDeadly ? id : deadly;
        }

        // The process dies each time that it runs the instance. The last process runs the rest and ends by itself.
        int deaths = 0;
        while (await RunAsync(database) != 0)
        {
            Assert.InRange(++deaths, 1, 10);
        }

        Assert.InRange(deaths, 2, 10);
        List<WorkflowInstanceInfo> infos = await client.QueryAsync().ToListAsync();
        Assert.Equal(Count + 1, infos.Count);
        Assert.All(
            infos,
            info => Assert.Equal(
                info.InstanceId == deadly ? WorkflowInstanceState.Suspended : WorkflowInstanceState.Completed,
                info.State));
        Assert.All(infos.Where(info => info.InstanceId != deadly), info => Assert.Equal(0, info.FailureCount));
        await host.StopAsync();
    }

    private protected abstract Task<CrashDatabase> CreateAsync();

    private static async Task<int> RunAsync(CrashDatabase database)
    {
        using Process process = database.Start(null, PoisonProcess.Mode);
        try
        {
            await process.WaitForExitAsync().WaitAsync(HangGuard.Limit);
            return process.ExitCode;
        }
        finally
        {
            process.Kill();
        }
    }

    public sealed class Sqlite(SqliteTestDatabase folder) : PoisonTests, IClassFixture<SqliteTestDatabase>
    {
        private protected override Task<CrashDatabase> CreateAsync() => Task.FromResult(new CrashDatabase(CrashTarget.OfFile(folder.NewFile())));
    }

    public sealed class PostgreSql(PostgreSqlTestDatabase server) : PoisonTests, IClassFixture<PostgreSqlTestDatabase>
    {
        private protected override Task<CrashDatabase> CreateAsync() =>
            Task.FromResult(new CrashDatabase(new CrashTarget(string.Empty, server.ConnectionString, "poison")));
    }
}
