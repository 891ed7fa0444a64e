using System.Data.Common;
using System.Net;
using System.Net.Sockets;
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

/// <summary>Tests of the registration methods for databases: connection, schema, disposal and deletion of old instances.</summary>
public sealed class UseDatabaseTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-use-");
    private readonly LogLines _log = new();

    private string File => Path.Combine(_folder.FullName, "workflows.db");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task UseSqlite_OnANewFile_RunsInstances(bool isConnectionString)
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

        // Another process still gets the result later.
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
    public async Task Settings_FromConfiguration_ApplyInAnyOrder(bool isFirst)
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

        services.AddWorkflow(workflow => workflow
            .UseSqlite(configuration.GetConnectionString("Workflow"))
            .AddDefinition<WaitFor>("wait")
            .Configure(options => options.MaxLoadedInstances = 5));
        if (!isFirst)
        {
            Bind();
        }

        await using ServiceProvider provider = services.BuildServiceProvider();
        WorkflowHostOptions options = provider.GetRequiredService<HostConfiguration>().Options;
        Assert.Equal((TimeSpan.FromMinutes(10), WorkflowFailurePolicy.Terminate, 5), (options.TimeToUnload, options.FailurePolicy, options.MaxLoadedInstances));
        SqlInstanceStoreOptions store = provider.GetRequiredService<Microsoft.Extensions.Options.IOptions<SqlInstanceStoreOptions>>().Value;
        Assert.Equal(
            ("shop", TimeSpan.FromDays(7), InstanceCompletionAction.DeleteNothing),
            (store.SchemaName, store.CompletedRetention, store.CompletionAction));

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
        services.AddWorkflow(workflow => workflow
            .UseSqlite(File, options => options.CompletionAction = InstanceCompletionAction.DeleteAll)
            .AddDefinition<WaitFor>("wait"));
        await using ServiceProvider provider = services.BuildServiceProvider();
        Assert.NotNull(provider.GetRequiredService<WorkflowClient>());
    }

    /// <summary>The application starts without the database, logs the reason, and runs instances as soon as the database is available.</summary>
    [Fact]
    public async Task UseSqlite_WithoutAccess_StartsAndTriesAgain()
    {
        string missing = Path.Combine(_folder.FullName, "later", "workflows.db");
        using IHost host = await StartAsync(workflow => workflow
            .UseSqlite(missing, options => options.MaxRetryAttempts = 0)
            .Configure(options => options.RecoveryDelay = TimeSpan.FromMilliseconds(100)));
        await Eventually.TrueAsync(() => _log.Lines.Any(line => line.Id == 20));
        Directory.CreateDirectory(Path.GetDirectoryName(missing)!);
        WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
        Guid id = Guid.Empty;
        await Eventually.TrueAsync(
            async () =>
            {
                try
                {
                    id = (await client.StartAsync("wait")).InstanceId;
                    return true;
                }
                catch (InstancePersistenceException)
                {
                    return false;
                }
            },
            () => _log.ToString()!);
        await client.ResumeAsync(id, "go", "done");
        Assert.Equal("done", await client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
        await host.StopAsync();
    }

    [Fact]
    public async Task UseNpgsql_WithoutAServer_LetsTheApplicationStartAndStop()
    {
        using IHost host = await StartAsync(workflow => workflow.UseNpgsql(
            "Host=127.0.0.1;Port=1;Database=none;Username=none;Password=hunter2;Timeout=1",
            options => options.MaxRetryAttempts = 0));
        await Eventually.TrueAsync(() => _log.Lines.Any(line => line.Id == 20));
        await host.StopAsync().WaitAsync(HangGuard.Limit);
        Assert.DoesNotContain("hunter2", _log.ToString(), StringComparison.Ordinal);
    }

    /// <summary>The start is canceled, for example by Ctrl+C, while the database does not answer.</summary>
    [Fact]
    public async Task Start_ThatIsCanceled_EndsAndDisposes()
    {
        using TcpListener silent = new(IPAddress.Loopback, 0);
        silent.Start();
        int port = ((IPEndPoint)silent.LocalEndpoint).Port;
        IHost host = Build(workflow => workflow.UseNpgsql($"Host=127.0.0.1;Port={port};Database=none;Username=none;Timeout=300"));
        SqlInstanceStore store = host.Services.GetRequiredService<SqlInstanceStore>();
        using CancellationTokenSource canceled = new(TimeSpan.FromMilliseconds(200), TimeProvider.System);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => host.StartAsync(canceled.Token).WaitAsync(HangGuard.Limit));
        await ((IAsyncDisposable)host).DisposeAsync().AsTask().WaitAsync(HangGuard.Limit);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.EnsureSchemaAsync(CancellationToken.None));
        Assert.DoesNotContain(_log.Lines, line => line.Id == 20);
    }

    [Fact]
    public async Task UseSqlite_WithAName_ReadsTheConfigurationAtStart()
    {
        foreach (string key in (string[])["ConnectionStrings:Orders", "Orders"])
        {
            string file = Path.Combine(_folder.FullName, $"{key.Length}.db");
            using IHost host = Build(workflow => workflow.UseSqlite("Name=Orders"), builder => builder.Configuration[key] = $"Data Source={file}");
            Assert.False(System.IO.File.Exists(file));
            await host.StartAsync().WaitAsync(HangGuard.Limit);
            Assert.True(System.IO.File.Exists(file));
            await host.StopAsync();
        }
    }

    public static TheoryData<string?, string, string?> WrongTexts => new()
    {
        { "Name=Orders", "'ConnectionStrings:Orders'", null },
        { "Name=Orders", "'ConnectionStrings:Orders'", " " },
        { "Name=Shop:Database", "'Shop__Database'", null },
        {
            "Name=Orders",
            "'ConnectionStrings:Orders' of the configuration has a keyword that the driver 'Npgsql' does not know, number 3",
            "Host=db;Password=hunter2;hunter3=x"
        },
        { "Name=Orders", "'ConnectionStrings:Orders' of the configuration has a value for 'port'", "Host=db;Password=hunter2;Port=hunter3" },
        { "Name=Orders", "'ConnectionStrings:Orders' of the configuration is not of the form", "Host=db;Password=hunter2;hunter3" },
        { "Name=Orders", "'ConnectionStrings:Orders' of the configuration has no '='", "hunter2" },
        { "Password=hunter2;Port=5", "The connection string of the store is not accepted by the driver 'Npgsql'", null },
        { null, "'text' has no value", null },
    };

    /// <summary>The message for a missing or invalid connection string names its key and contains no part of the text.</summary>
    [Theory]
    [MemberData(nameof(WrongTexts))]
    public async Task UseNpgsql_InvalidConnectionString_NamesKeyNotPassword(string? text, string expected, string? value)
    {
        using IHost host = Build(
            workflow => workflow.UseNpgsql(text).AddDefinition<WaitFor>("wait", 0),
            builder => (builder.Configuration["ConnectionStrings:Orders"], builder.Configuration["Orders"]) = (value, null));
        WorkflowConfigurationException refusal = await Assert.ThrowsAsync<WorkflowConfigurationException>(() => host.StartAsync());
        Assert.Equal(2, refusal.Problems.Count);
        Assert.Contains(expected, refusal.Problems[0], StringComparison.Ordinal);
        Assert.DoesNotContain("hunter", refusal.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Server=db;Password=hunter2;hunter3=x", "number 3")]
    [InlineData("Server=db;Password=hunter2;Encrypt=hunter3", "a value for 'Encrypt'")]
    public async Task UseSqlServer_InvalidConnectionString_HidesThePassword(string text, string expected)
    {
        using IHost host = Build(workflow => workflow.UseSqlServer(text));
        string message = (await Assert.ThrowsAsync<WorkflowConfigurationException>(() => host.StartAsync())).ToString();
        Assert.Contains(expected, message, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("hunter", message, StringComparison.Ordinal);
    }

    /// <summary>The message quotes the expression of the source code only if the expression cannot contain parts of a connection string.</summary>
    [Fact]
    public void MissingText_OfTheConfiguration_NamesTheExpression()
    {
        IConfiguration configuration = new ConfigurationBuilder().Build();
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.UseNpgsql(configuration.GetConnectionString("Orders")));
        using ServiceProvider provider = services.BuildServiceProvider();
        string message = Assert.Throws<WorkflowConfigurationException>(provider.GetRequiredService<WorkflowClient>).Message;
        Assert.Contains("'configuration.GetConnectionString(\"Orders\")' has no value", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Registration_IsCheckedAtOnce()
    {
        ServiceCollection services = new();
        Assert.Throws<ArgumentNullException>(() => WorkflowSqlExtensions.UseSqlite(null!, "x.db"));
        Assert.Throws<ArgumentNullException>(() => services.AddWorkflow(workflow => workflow.UseDataSource(null!)));
    }

    /// <summary>Both hosts create the schema at the same time, and each gets the results of instances that ended in the other host.</summary>
    [Fact]
    public async Task TwoHosts_OfOneDatabase_ShareInstancesAndResults()
    {
        IHost[] hosts = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => Task.Run(
            () => StartAsync(workflow => workflow.UseSqlite(File).Configure(options => options.PollingPeriod = TimeSpan.FromMilliseconds(50))))));
        WorkflowClient[] clients = [.. hosts.Select(host => host.Services.GetRequiredService<WorkflowClient>())];
        Guid id = (await clients[0].StartAsync("wait")).InstanceId;
        await clients[1].ResumeAsync(id, "go", "done");
        foreach (WorkflowClient client in clients)
        {
            Assert.Equal("done", await client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
            Assert.Equal("done", (await client.GetAsync(id))!.GetOutput<string>());
        }

        foreach (IHost host in hosts)
        {
            await host.StopAsync().WaitAsync(HangGuard.Limit);
            host.Dispose();
        }

        Assert.DoesNotContain(_log.Lines, line => line.Id == 20);
    }

    [Fact]
    public async Task UseTwo_IsAProblem()
    {
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.UseSqlite(File).UseSqlServer("Server=none;Database=none"));
        await using ServiceProvider provider = services.BuildServiceProvider();
        Assert.Contains(
            "2 times", Assert.Throws<WorkflowConfigurationException>(provider.GetRequiredService<WorkflowClient>).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task UseDataSource_OfTheApplication_IsNotDisposed()
    {
        await using DbDataSource source = SqliteFactory.Instance.CreateDataSource($"Data Source={File};Pooling=False");
        using (IHost host = await StartAsync(
            workflow => workflow.UseDataSource(_ => source, ensureSchema: false).Configure(options => options.RunInstances = false)))
        {
            InstancePersistenceException missing = await Assert.ThrowsAsync<InstancePersistenceException>(
                () => host.Services.GetRequiredService<WorkflowClient>().StartAsync("wait"));
            Assert.Contains("EnsureSchemaAsync", missing.Message, StringComparison.Ordinal);
            await host.StopAsync();
        }

        await using DbConnection connection = await source.OpenConnectionAsync();
        Assert.Equal(System.Data.ConnectionState.Open, connection.State);
    }

    private async Task<IHost> StartAsync(Action<WorkflowHostBuilder> configure, Action<IServiceCollection>? services = null)
    {
        IHost host = Build(configure, builder => services?.Invoke(builder.Services));
        await host.StartAsync().WaitAsync(HangGuard.Limit);
        return host;
    }

    private IHost Build(Action<WorkflowHostBuilder> configure, Action<HostApplicationBuilder>? more = null)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddLogging(logging => logging.AddProvider(_log).SetMinimumLevel(LogLevel.Debug));
        more?.Invoke(builder);
        builder.Services.AddWorkflow(workflow =>
        {
            configure(workflow);
            workflow.AddDefinition<WaitFor>("wait");
        });
        return builder.Build();
    }
}
