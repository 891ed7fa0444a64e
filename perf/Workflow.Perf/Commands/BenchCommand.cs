using BenchmarkDotNet.Running;

namespace Workflow.Perf.Commands;

internal static class BenchCommand
{
    /// <summary>Runs BenchmarkDotNet. It receives all arguments after the verb, and reports those that it does not accept.</summary>
    public static int Run(string[] args)
    {
        int reports = BenchmarkSwitcher.FromAssembly(typeof(BenchCommand).Assembly).Run(args).Count();
        return reports > 0 || args.Length > 0 ? 0 : 1;
    }
}
