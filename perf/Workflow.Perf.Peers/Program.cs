using Workflow.Perf.Peers.Commands;

namespace Workflow.Perf.Peers;

/// <summary>Runs the same work on this product and on other libraries.</summary>
internal static class Program
{
    private const string Usage = """
        Verbs, after 'dotnet run -c Release --project perf/Workflow.Perf.Peers --':
          run [--quick] [--filter NAME] [--repetitions N] [--out FILE.md]
                     measures; NAME is a system, a row, or both as SYSTEM/ROW. A name that nothing has exactly selects all that contain it.
                     A run of everything writes perf/results/peers.md, and is to be started in the folder of the repository. Others print.
          list       prints the systems and the rows
        """;

    private static async Task<int> Main(string[] args)
    {
        try
        {
            return args.FirstOrDefault() switch
            {
                "run" => await RunCommand.RunAsync(RunOptions.Parse(args[1..])),
                "list" => ListCommand.Run(),
                "child" => await ChildCommand.RunAsync(args[1..]),
                null => throw new UsageException("No verb was given."),
                string verb => throw new UsageException($"The verb '{verb}' is not known."),
            };
        }
        catch (UsageException usage)
        {
            await Console.Error.WriteLineAsync($"{usage.Message}\n\n{Usage}");
            return 2;
        }
    }
}
