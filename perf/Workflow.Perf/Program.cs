using Workflow.Perf.Commands;

namespace Workflow.Perf;

/// <summary>Measures the engine: a report with tables, BenchmarkDotNet for the daily work, a loop for a sampling profiler.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        try
        {
            return args.FirstOrDefault() switch
            {
                "report" => ReportCommand.Run(ReportOptions.Parse(args[1..])),
                "check" => CheckCommand.Run(CheckOptions.Parse(args[1..])),
                "child" => ChildCommand.Run(args[1..]),
                "table" => TableCommand.Run(TableOptions.Parse(args[1..])),
                "bench" => BenchCommand.Run(args[1..]),
                "profile" => ProfileCommand.Run(args[1..]),
                "list" => ListCommand.Run(args[1..]),
                null => throw new UsageException("No verb was given."),
                string verb => throw new UsageException($"The verb '{verb}' is not known."),
            };
        }
        catch (UsageException usage)
        {
            Console.Error.WriteLine(usage.Message);
            Console.Error.WriteLine();
            Console.Error.WriteLine(Usage);
            return 2;
        }
    }

    private const string Usage = """
        Verbs, after 'dotnet run -c Release --project perf/Workflow.Perf --':
          report [--quick] [--only TEXT[,TEXT]] [--out FILE.md] [--compare FILE.json] [--readme FILE.md] [--minutes N]
                                  measures the tables whose id or title contains a TEXT (all without it), and writes Markdown with charts
          check [--budgets FILE.json] [--only TEXT] [--batches N]
                                  compares rows with their budgets; the exit code is 1 if a row exceeds its budget by more than its spread
          table [--filter TEXT] [--out FILE.md] [--json FILE.json] [--batches N]
                                  measures the rows whose id or name contains TEXT (all without it), N batches each (15)
          list                    prints the ids and names of the rows
          profile ROW SECONDS     runs one row's workload for a sampling profiler
          bench [ARGUMENTS]       runs BenchmarkDotNet with its own arguments, such as --filter '*Invoke*'
        """;
}
