using Workflow.Perf.Peers.Driving;
using Workflow.Perf.Peers.Systems;

namespace Workflow.Perf.Peers.Commands;

/// <summary>Prints the names that a filter can contain.</summary>
internal static class ListCommand
{
    public static int Run()
    {
        foreach (Subject subject in AllSubjects.Subjects)
        {
            Console.WriteLine($"{subject.Id,-36} {subject.Title}");
        }

        Console.WriteLine();
        foreach (Row row in AllSubjects.Rows)
        {
            Console.WriteLine($"{row.Id,-36} {row.Title}");
        }

        return 0;
    }
}
