using System.Data.Common;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence.Sql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Extensions.Hosting.Tests.Registration;

/// <summary>Tests of <c>UseNpgsql</c> with a server. The hosts have the clock of the system, as in an application.</summary>
public sealed class UseNpgsqlTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>
{
    private readonly LogLines _log = new();

    /// <summary>The connection string with the password, which a data source does not return.</summary>
    private string ConnectionString => database.Server.ConnectionStringOf(new NpgsqlConnectionStringBuilder(database.ConnectionString).Database!);

    [Fact]
    public async Task UseNpgsql_OnANewSchema_RunsInstances()
    {
        Guid id;
        SqlInstanceStore store;
        using (IHost host = await StartAsync(runsInstances: true))
        {
            WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
            store = host.Services.GetRequiredService<SqlInstanceStore>();
            id = (await client.StartAsync("wait", null, new() { Key = "order/1" })).InstanceId;
            await client.ResumeAsync("order/1", "go", "done");
            Assert.Equal("done", await client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
            await host.StopAsync().WaitAsync(HangGuard.Limit);
        }

        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.EnsureSchemaAsync(CancellationToken.None));
        Assert.Equal(1L, await ReadAsync("SELECT count(*) FROM orders.instance"));

        // Another process gets the result later. Its instance runs as soon as a host does.
        Guid other;
        using (IHost host = await StartAsync(runsInstances: false))
        {
            WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
            Assert.Equal("done", await client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
            other = (await client.StartAsync("wait")).InstanceId;
            await client.ResumeAsync(other, "go", "later");
            await host.StopAsync().WaitAsync(HangGuard.Limit);
        }

        using IHost last = await StartAsync(runsInstances: true);
        Assert.Equal("later", await last.Services.GetRequiredService<WorkflowClient>().WaitForCompletionAsync<string>(other).WaitAsync(HangGuard.Limit));
        await last.StopAsync().WaitAsync(HangGuard.Limit);
        Assert.DoesNotContain(_log.Lines, line => line.Level >= LogLevel.Warning);
    }

    private async Task<IHost> StartAsync(bool runsInstances)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddLogging(logging => logging.AddProvider(_log).SetMinimumLevel(LogLevel.Debug));
        builder.Services.AddWorkflow(workflow => workflow
            .UseNpgsql(ConnectionString, options => options.SchemaName = "orders")
            .AddDefinition<WaitFor>("wait")
            .Configure(options => options.RunInstances = runsInstances));
        IHost host = builder.Build();
        await host.StartAsync().WaitAsync(HangGuard.Limit);
        return host;
    }

    private async Task<object?> ReadAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The statements are literals of this class.
        command.CommandText = text;
#pragma warning restore CA2100
        return await command.ExecuteScalarAsync();
    }
}
