using System.Collections.Concurrent;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Tests.Snippets;

public sealed class WorkflowService(Activity definition, InstanceStore store, IServiceProvider services) : BackgroundService
{
    private readonly ConcurrentDictionary<Guid, WorkflowApplication> _loaded = [];

    public async Task<Guid> BeginAsync(IDictionary<string, object?> inputs, CancellationToken cancellationToken)
    {
        WorkflowApplication application = Prepare(new WorkflowApplication(definition, inputs));
        try
        {
            // Inputs that do not fit throw here. Once it is saved, the instance outlives this process.
            await application.PersistAsync(cancellationToken);
        }
        catch
        {
            application.Abort("The instance could not be saved before its start.");
            throw;
        }

        _loaded[application.Id] = application;
        application.Run();
        return application.Id;
    }

    public async Task<BookmarkResumptionResult> ResumeAsync(Guid id, string bookmark, object? value, CancellationToken cancellationToken)
    {
        if (_loaded.TryGetValue(id, out WorkflowApplication? here)
            && await here.ResumeBookmarkAsync(bookmark, value, cancellationToken) is not BookmarkResumptionResult.NotReady and var answer)
        {
            return answer;
        }

        // It is in the store, perhaps since a moment ago.
        WorkflowApplication application = Prepare(new WorkflowApplication(definition));
        await application.LoadAsync(id, cancellationToken);
        _loaded[id] = application;
        return await application.ResumeBookmarkAsync(bookmark, value, cancellationToken);
    }

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Exact, cancellationToken);
        await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await Task.WhenAll(_loaded.Values.Select(application => LeaveAsync(application, cancellationToken)));

        // The token may be canceled by now, and other hosts should not have to wait for the lease to expire.
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(5), services.GetRequiredService<TimeProvider>());
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store, limit.Token);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                WorkflowApplicationInstance found = await WorkflowApplication.GetRunnableInstanceAsync(store, stoppingToken);
                WorkflowApplication application = Prepare(new WorkflowApplication(definition));
                await application.LoadAsync(found, stoppingToken);
                _loaded[found.InstanceId] = application;
                application.Run();
            }
            catch (InstanceNotReadyException)
            {
                await store.WaitForRunnableAsync(store.DefaultOwner!, stoppingToken);
            }
        }
    }

    private static async Task LeaveAsync(WorkflowApplication application, CancellationToken cancellationToken)
    {
        try
        {
            await application.StopAsync(cancellationToken);
        }
        catch (Exception)
        {
            // The shutdown timeout has passed, or the instance cannot be saved. Another host continues it from its last save.
            application.Abort("The host stopped before the instance could be saved.");
        }
    }

    private WorkflowApplication Prepare(WorkflowApplication application)
    {
        application.InstanceStore = store;
        application.PersistableIdle = idle => PersistableIdleAction.Unload;
        application.Unloaded = left => _loaded.TryRemove(new(left.InstanceId, application));
        application.Aborted = left => _loaded.TryRemove(new(left.InstanceId, application));
        application.Extensions.Add(services.GetRequiredService<TimeProvider>());
        application.Extensions.Add(() => services.CreateScope());
        return application;
    }
}

internal static class Registration
{
    public static IHost Build(Activity definition, InstanceStore store)
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Services.AddSingleton(TimeProvider.System);
        builder.Services.AddSingleton(store);
        builder.Services.AddSingleton(definition);
        builder.Services.AddSingleton<WorkflowService>();
        builder.Services.AddHostedService(services => services.GetRequiredService<WorkflowService>());
        return builder.Build();
    }
}

public sealed class NumberRange
{
    private int _last;

    public int Next() => ++_last;
}

public sealed class TakeNumber : CodeActivity<int>
{
    protected override int Execute(CodeActivityContext context) =>
        context.GetExtension<IServiceScope>()!.ServiceProvider.GetRequiredService<NumberRange>().Next();
}
