using System.Data.Common;
using System.Text.Json;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Registration;

/// <summary>One line for each kind of database: connection, schema, disposal and purge.</summary>
public sealed class UseDatabaseTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-use-");
    private readonly LogLines _log = new();

    private string File => Path.Combine(_folder.FullName, "workflows.db");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task UseSqlite_OnANewFile_IsAllThatAHostNeeds(bool isConnectionString)
    {
        string text = isConnectionString ? $"Data Source={File}" : File;
        Guid id;
        SqlInstanceStore store;
        using (IHost host = await StartAsync(workflow => workflow.UseSqlite(text)))
        {
            WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
            store = host.Services.GetRequiredService<SqlInstanceStore>();
            id = (await client.StartAsync("wait")).InstanceId;
            await client.ResumeAsync(id, "go", "done");
            Assert.Equal("done", await client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
            await host.StopAsync().WaitAsync(HangGuard.Limit);
        }

        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.EnsureSchemaAsync(CancellationToken.None));

        // Another process, later: the result is still there.
        using IHost other = await StartAsync(workflow => workflow.UseSqlite(text).Configure(options => options.RunInstances = false));
        WorkflowClient reader = other.Services.GetRequiredService<WorkflowClient>();
        Assert.Equal("done", await reader.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
        JsonElement json = JsonSerializer.SerializeToElement((await reader.GetAsync(id))!, JsonSerializerOptions.Web);
        Assert.Equal(("Completed", "done"), (json.GetProperty("state").GetString(), json.GetProperty("outputs").GetProperty("Result").GetString()));
        await other.StopAsync();
    }

    [Fact]
    public async Task EndedInstances_AfterADay_AreDeleted()
    {
        VirtualTimeProvider time = new();
        using IHost host = await StartAsync(workflow => workflow.UseSqlite(File), services => services.AddSingleton<TimeProvider>(time));
        WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
        Guid id = (await client.StartAsync("wait")).InstanceId;
        await client.ResumeAsync(id, "go", "done");
        await client.WaitForCompletionAsync(id).WaitAsync(HangGuard.Limit);
        time.Advance(TimeSpan.FromHours(23));
        Assert.NotNull(await client.GetAsync(id));
        await Eventually.TrueAsync(
            async () =>
            {
                time.Advance(TimeSpan.FromMinutes(10));
                return await client.GetAsync(id) is null;
            },
            () => $"The instance is still there. {_log}");
        await host.StopAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Settings_ComeFromTheConfiguration_WhateverTheOrder(bool isFirst)
    {
        IConfiguration configuration = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Workflow:TimeToUnload"] = "00:10:00",
            ["Workflow:FailurePolicy"] = "Terminate",
            ["Workflow:Store:SchemaName"] = "shop",
            ["Workflow:Store:CompletedRetention"] = "7.00:00:00",
            ["ConnectionStrings:Workflow"] = $"Data Source={File}",
        }).Build();
        ServiceCollection services = new();
        if (isFirst)
        {
            Bind();
        }

        services.AddWorkflow(workflow => workflow.UseSqlite(configuration.GetConnectionString("Workflow")).AddDefinition<WaitFor>("wait").Configure(options => options.MaxLoadedInstances = 5));
        if (!isFirst)
        {
            Bind();
        }

        await using ServiceProvider provider = services.BuildServiceProvider();
        WorkflowHostOptions options = provider.GetRequiredService<HostConfiguration>().Options;
        Assert.Equal((TimeSpan.FromMinutes(10), WorkflowFailurePolicy.Terminate, 5), (options.TimeToUnload, options.FailurePolicy, options.MaxLoadedInstances));
        SqlInstanceStoreOptions store = provider.GetRequiredService<Microsoft.Extensions.Options.IOptions<SqlInstanceStoreOptions>>().Value;
        Assert.Equal(("shop", TimeSpan.FromDays(7), InstanceCompletionAction.DeleteNothing), (store.SchemaName, store.CompletedRetention, store.CompletionAction));

        void Bind()
        {
            services.Configure<WorkflowHostOptions>(configuration.GetSection("Workflow"));
            services.Configure<SqlInstanceStoreOptions>(configuration.GetSection("Workflow:Store"));
        }
    }

    [Fact]
    public async Task Settings_ThatAreNoValues_AreProblemsOfTheRegistration()
    {
        IConfiguration configuration = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?> { ["TimeToUnload"] = "soon" }).Build();
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.UseSqlite(File).AddDefinition<WaitFor>("wait", 0)).Configure<WorkflowHostOptions>(configuration);
        await using ServiceProvider provider = services.BuildServiceProvider();
        WorkflowConfigurationException refusal = Assert.Throws<WorkflowConfigurationException>(provider.GetRequiredService<WorkflowClient>);
        Assert.Contains(refusal.Problems, problem => problem.StartsWith("The settings 'WorkflowHostOptions' cannot be read", StringComparison.Ordinal));
        Assert.Contains(refusal.Problems, problem => problem.Contains("the version '0'", StringComparison.Ordinal));
    }

    [Fact]
    public async Task CompletionAction_ThatDeletes_NeedsNoOtherSetting()
    {
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.UseSqlite(File, options => options.CompletionAction = InstanceCompletionAction.DeleteAll).AddDefinition<WaitFor>("wait"));
        await using ServiceProvider provider = services.BuildServiceProvider();
        Assert.NotNull(provider.GetRequiredService<WorkflowClient>());
    }

    /// <summary>The application starts, the log says why nothing runs, and the work begins when the database is there.</summary>
    [Fact]
    public async Task UseSqlite_WithoutAccess_StartsAndTriesAgain()
    {
        string missing = Path.Combine(_folder.FullName, "later", "workflows.db");
        using IHost host = await StartAsync(workflow => workflow.UseSqlite(missing, options => options.MaxRetries = 0).Configure(options => options.RecoveryPeriod = TimeSpan.FromMilliseconds(100)));
        await Eventually.TrueAsync(() => _log.Lines.Any(line => line.Id == 20));
        Directory.CreateDirectory(Path.GetDirectoryName(missing)!);
        WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
        await Eventually.TrueAsync(
            () =>
            {
                try
                {
                    return client.GetAsync(Guid.NewGuid()).IsCompletedSuccessfully || System.IO.File.Exists(missing);
                }
                catch (InstancePersistenceException)
                {
                    return false;
                }
            },
            HangGuard.Limit);
        await host.StopAsync();
    }

    [Fact]
    public async Task UseNpgsql_WithoutAServer_LetsTheApplicationStartAndStop()
    {
        using IHost host = await StartAsync(workflow => workflow.UseNpgsql("Host=127.0.0.1;Port=1;Database=none;Username=none;Timeout=1", options => options.MaxRetries = 0));
        await Eventually.TrueAsync(() => _log.Lines.Any(line => line.Id == 20));
        await host.StopAsync().WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public void Registration_IsCheckedAtOnce()
    {
        ServiceCollection services = new();
        Assert.Throws<ArgumentNullException>(() => services.AddWorkflow(workflow => workflow.UseNpgsql(null)));
        Assert.Throws<ArgumentException>(() => services.AddWorkflow(workflow => workflow.UseSqlServer(" ")));
        Assert.Throws<ArgumentNullException>(() => services.AddWorkflow(workflow => workflow.UseDataSource(null!)));
    }

    [Fact]
    public async Task UseTwo_IsAProblem()
    {
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.UseSqlite(File).UseSqlServer("Server=none;Database=none"));
        await using ServiceProvider provider = services.BuildServiceProvider();
        Assert.Contains("2 times", Assert.Throws<WorkflowConfigurationException>(provider.GetRequiredService<WorkflowClient>).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task UseDataSource_OfTheApplication_IsNotDisposed()
    {
        await using DbDataSource source = SqliteFactory.Instance.CreateDataSource($"Data Source={File};Pooling=False");
        using (IHost host = await StartAsync(workflow => workflow.UseDataSource(_ => source, ensureSchema: false).Configure(options => options.RunInstances = false)))
        {
            InstancePersistenceException missing = await Assert.ThrowsAsync<InstancePersistenceException>(() => host.Services.GetRequiredService<WorkflowClient>().StartAsync("wait"));
            Assert.Contains("EnsureSchemaAsync", missing.Message, StringComparison.Ordinal);
            await host.StopAsync();
        }

        await using DbConnection connection = await source.OpenConnectionAsync();
        Assert.Equal(System.Data.ConnectionState.Open, connection.State);
    }

    private async Task<IHost> StartAsync(Action<WorkflowHostBuilder> configure, Action<IServiceCollection>? services = null)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddLogging(logging => logging.AddProvider(_log).SetMinimumLevel(LogLevel.Debug));
        services?.Invoke(builder.Services);
        builder.Services.AddWorkflow(workflow =>
        {
            configure(workflow);
            workflow.AddDefinition<WaitFor>("wait");
        });
        IHost host = builder.Build();
        await host.StartAsync().WaitAsync(HangGuard.Limit);
        return host;
    }
}
