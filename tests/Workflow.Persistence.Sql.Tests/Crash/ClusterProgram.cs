using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>The process of one host of a cluster, which may be killed. It ends when its standard input does.</summary>
internal static class ClusterProgram
{
    public const string Mode = "cluster";

    /// <summary>Runs with the arguments: the mode, and the name of the host.</summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        CrashTarget target = CrashTarget.OfProcess();
        await using DbDataSource source = target.Source();
        await using SqlInstanceStore store = target.Open(source, Options());

        // The asynchronous methods of the console's reader block, too.
        await new ClusterHost(target, source, store, arguments[1]).RunAsync(Task.Run(Console.In.ReadToEnd));
        return 0;
    }

    /// <summary>Hosts look often for what other processes have made runnable, so that tests end soon.</summary>
    public static SqlInstanceStoreOptions Options() => new() { RunnableDetectionPeriod = TimeSpan.FromSeconds(1) };
}
