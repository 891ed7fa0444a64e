using System.Data.Common;
using System.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Extensions.Hosting;
using Workflow.Persistence.Sql.Tests.Crash;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>A process with a host, in which one instance kills the process while others are at work.</summary>
internal static class PoisonProcess
{
    /// <summary>The first argument.</summary>
    public const string Mode = "poison";

    /// <summary>The names of the definitions.</summary>
    public const string Healthy = "healthy", Deadly = "deadly";

    /// <summary>Runs instances until each of them has completed or is suspended.</summary>
    public static async Task<int> RunAsync()
    {
        CrashTarget target = CrashTarget.OfProcess();
        await using DbDataSource source = target.Source();
        await using SqlInstanceStore store = target.Open(source, Options());
        using IHost host = Build(store, runsInstances: true);
        await host.StartAsync();
        WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
        while (await client.QueryAsync().AnyAsync(info => info.State is not (WorkflowInstanceState.Completed or WorkflowInstanceState.Suspended)))
        {
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        }

        await host.StopAsync();
        return 0;
    }

    public static SqlInstanceStoreOptions Options() =>
        new() { RunnableDetectionPeriod = TimeSpan.FromSeconds(1), CompletionAction = InstanceCompletionAction.DeleteNothing };

    public static IHost Build(SqlInstanceStore store, bool runsInstances)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(store)
            .AddDefinition(Healthy, 1, new Work())
            .AddDefinition(Deadly, 1, new Kill())
            .Configure(options => options.RunInstances = runsInstances));
        return builder.Build();
    }

    /// <summary>Works long enough for the other instances to be loaded meanwhile.</summary>
    private sealed class Work : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            Task.Delay(TimeSpan.FromMilliseconds(300), TimeProvider.System, cancellationToken);
    }

    private sealed class Kill : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Process.GetCurrentProcess().Kill();
            return new TaskCompletionSource().Task;
        }
    }
}
