using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>The process of one host of a cluster, which a test may kill. The process ends when its standard input ends.</summary>
internal static class ClusterProgram
{
    public const string Mode = "cluster";

    /// <summary>Runs the host. The arguments are the mode and the name of the host.</summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        CrashTarget target = CrashTarget.OfProcess();
        await using DbDataSource source = target.Source();
        await using SqlInstanceStore store = target.Open(source, Options());

        // Reads on a thread of the pool, because the asynchronous methods of Console.In block, too.
        await new ClusterHost(target, source, store, arguments[1]).RunAsync(Task.Run(Console.In.ReadToEnd));
        return 0;
    }

    /// <summary>Creates options with a short detection period, so that hosts soon find instances that other processes have made runnable.</summary>
    public static SqlInstanceStoreOptions Options() => new() { RunnableDetectionPeriod = TimeSpan.FromSeconds(1) };
}
