using BenchmarkDotNet.Running;

namespace Workflow.Perf.Commands;

internal static class BenchCommand
{
    /// <summary>Everything after the verb is BenchmarkDotNet's own; it explains what it does not understand.</summary>
    public static int Run(string[] args)
    {
        int reports = BenchmarkSwitcher.FromAssembly(typeof(BenchCommand).Assembly).Run(args).Count();
        return reports > 0 || args.Length > 0 ? 0 : 1;
    }
}
