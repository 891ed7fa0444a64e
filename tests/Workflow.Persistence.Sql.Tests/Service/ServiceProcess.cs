using System.Data.Common;
using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Workflow.Extensions.Hosting;
using Workflow.Persistence.Sql.Tests.Crash;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>
/// A process of a service, which a test may kill: a host that runs instances, a client that starts instances and sends messages, or both. The process ends
/// when its standard input ends.
/// </summary>
internal static class ServiceProcess
{
    /// <summary>The first argument.</summary>
    public const string Mode = "service";

    /// <summary>The parts of a service. One of them is the second argument.</summary>
    public const string Host = "host", Client = "client", Both = "both";

    /// <summary>The name of the definition.</summary>
    public const string Definition = "steps";

    /// <summary>
    /// Runs the process. The arguments are the mode, the part, the name of the process, the time in milliseconds after which a waiting instance is
    /// unloaded, and for clients the first chunk of instances and the chunk after the last.
    /// </summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        CrashTarget target = CrashTarget.OfProcess();
        await using DbDataSource source = target.Source();
        await using SqlInstanceStore store = target.Open(source, Options());
        using IHost host = Build(store, arguments[1], arguments[2], TimeSpan.FromMilliseconds(int.Parse(arguments[3], CultureInfo.InvariantCulture)));
        await host.StartAsync();

        // Reads on a thread of the pool, because the asynchronous methods of Console.In block, too.
        Task ended = Task.Run(Console.In.ReadToEnd);
        if (arguments[1] != Host)
        {
            ServiceSender sender = new(host.Services.GetRequiredService<WorkflowClient>());
            await sender.RunAsync(
                int.Parse(arguments[4], CultureInfo.InvariantCulture),
                int.Parse(arguments[5], CultureInfo.InvariantCulture),
                Console.WriteLine);
        }

        await ended;
        await host.StopAsync();
        return 0;
    }

    /// <summary>
    /// Creates options with a short detection period, so that hosts soon find the messages of other processes. Completed instances are kept, because a
    /// repeated request needs the first answer of its instance.
    /// </summary>
    public static SqlInstanceStoreOptions Options() =>
        new() { RunnableDetectionPeriod = TimeSpan.FromSeconds(1), CompletionAction = InstanceCompletionAction.DeleteNothing };

    public static IHost Build(SqlInstanceStore store, string part, string name, TimeSpan timeToUnload)
    {
        HostApplicationBuilder builder = Microsoft.Extensions.Hosting.Host.CreateEmptyApplicationBuilder(null);
        builder.Logging.AddConsole(console => console.LogToStandardErrorThreshold = LogLevel.Trace).SetMinimumLevel(LogLevel.Warning);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(store)
            .AddDefinition<StepsWorkflow>(Definition)
            .Configure(options =>
            {
                options.Name = name;
                options.RunInstances = part != Client;
                options.TimeToUnload = timeToUnload;
                options.MaxLoadedInstances = 50;

                // The kills of processes must not suspend the instances that the processes had loaded.
                options.MaxFailures = int.MaxValue;
                options.FirstRetryDelay = TimeSpan.Zero;
            }));
        return builder.Build();
    }
}
