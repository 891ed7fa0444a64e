using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>A host in the test process with a virtual clock.</summary>
internal sealed class HostRun : IAsyncDisposable
{
    private readonly IHost _host;
    private bool _isRunning;

    private HostRun(IHost host, VirtualTimeProvider time, InstanceStore store)
    {
        _host = host;
        Time = time;
        Store = store;
    }

    public VirtualTimeProvider Time { get; }

    public InstanceStore Store { get; }

    public IServiceProvider Services => _host.Services;

    public WorkflowClient Client => Services.GetRequiredService<WorkflowClient>();

    public Journal Journal => Services.GetRequiredService<Journal>();

    public LogLines Log => Services.GetRequiredService<LogLines>();

    public WorkflowHost Service => Services.GetRequiredService<WorkflowHost>();

    /// <summary>Returns an in-memory store that keeps completed instances.</summary>
    public static InMemoryInstanceStore NewStore(VirtualTimeProvider time) => new(new InMemoryInstanceStoreOptions
    {
        TimeProvider = time,
        CompletionAction = InstanceCompletionAction.DeleteNothing,
    });

    /// <summary>Builds a host without starting it.</summary>
    public static HostRun Build(
        Action<WorkflowHostBuilder> configure, InstanceStore? store = null, VirtualTimeProvider? time = null, Action<IServiceCollection>? services = null)
    {
        VirtualTimeProvider clock = time ?? new VirtualTimeProvider();
        InstanceStore used = store ?? NewStore(clock);
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        LogLines lines = new();
        builder.Services.AddLogging(logging => logging.AddProvider(lines).SetMinimumLevel(LogLevel.Debug));
        builder.Services.AddSingleton(lines);
        builder.Services.AddSingleton<TimeProvider>(clock);
        builder.Services.AddSingleton<Journal>();
        builder.Services.AddWorkflow(workflow => configure(workflow.UseStore(used)));
        services?.Invoke(builder.Services);
        return new HostRun(builder.Build(), clock, used);
    }

    public static async Task<HostRun> StartAsync(
        Action<WorkflowHostBuilder> configure, InstanceStore? store = null, VirtualTimeProvider? time = null, Action<IServiceCollection>? services = null)
    {
        HostRun run = Build(configure, store, time, services);
        await run.StartAsync();
        return run;
    }

    public async Task StartAsync()
    {
        await _host.StartAsync().WaitAsync(HangGuard.Limit);
        _isRunning = true;
    }

    public async Task StopAsync()
    {
        if (_isRunning)
        {
            _isRunning = false;
            await _host.StopAsync().WaitAsync(HangGuard.Limit);
        }
    }

    /// <summary>Stops the host and advances the clock, so that the timeouts of the shutdown expire.</summary>
    public async Task StopInTimeAsync()
    {
        Task stop = StopAsync();
        await Eventually.TrueAsync(() =>
        {
            Time.Advance(TimeSpan.FromSeconds(5));
            return stop.IsCompleted;
        });
        await stop;
    }

    public async Task<Guid> StartInstanceAsync(string definition, object? inputs = null, WorkflowStartOptions? options = null) =>
        (await Client.StartAsync(definition, InputsOf(inputs), options).WaitAsync(HangGuard.Limit)).InstanceId;

    public Task<WorkflowResult> EndOfAsync(WorkflowReference instance) => Client.WaitForCompletionAsync(instance).WaitAsync(HangGuard.Limit);

    /// <summary>Waits until the stored instance meets a condition, and returns the instance.</summary>
    public async Task<WorkflowInstanceInfo> UntilAsync(WorkflowReference instance, Func<WorkflowInstanceInfo, bool> condition)
    {
        WorkflowInstanceInfo? info = null;
        await Eventually.TrueAsync(
            async () => (info = await Client.GetAsync(instance)) is not null && condition(info),
            () => $"{info?.State} {info?.Reason} {string.Join(",", info?.Bookmarks ?? [])}; {Log}");
        return info!;
    }

    /// <summary>Waits until the store has the instance with a bookmark of this name, and returns the instance.</summary>
    public Task<WorkflowInstanceInfo> UntilWaitsAsync(WorkflowReference instance, string bookmark) =>
        UntilAsync(instance, info => info.Bookmarks.Contains(bookmark));

    private static IReadOnlyDictionary<string, object?>? InputsOf(object? inputs) => inputs switch
    {
        null => null,
        IReadOnlyDictionary<string, object?> dictionary => dictionary,
        _ => WorkflowInputs.From(inputs, inputs.GetType()).AsReadOnly(),
    };

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _host.Dispose();
    }
}
