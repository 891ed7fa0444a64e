using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Commands;

internal static class ListCommand
{
    public static int Run(string[] args)
    {
        if (args.Length > 0)
        {
            throw new UsageException($"The option '{args[0]}' is not known; 'list' takes none.");
        }

        foreach (Row row in AllRows.List)
        {
            Console.WriteLine($"{row.Id,-28} {row.Name}");
        }

        return 0;
    }
}
