using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Perf.Workloads;

/// <summary>Creates the loops that run workflows in the test kit.</summary>
internal static class TestedWorkflows
{
    /// <summary>The number of saves of a workflow before its end, and the number of timers in a month.</summary>
    public const int Saves = 20, Timers = 1_000;

    /// <summary>Returns a loop that runs a unit test, with its trace.</summary>
    public static Action<int> Units(Activity definition) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            WorkflowTest.Run(definition).EnsureClosed();
        }
    };

    /// <summary>Returns a loop that explores all points at which the process can be lost.</summary>
    public static Action<int> Crashes()
    {
        Sequence definition = new();
        for (int save = 0; save < Saves; save++)
        {
            definition.Activities.Add(Sequences.NewEmpty());
            definition.Activities.Add(new Persist());
        }

        Explore(definition);
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                Explore(definition);
            }
        };
    }

    /// <summary>Returns a loop over a month in which one timer after the other becomes due.</summary>
    public static Action<int> Months()
    {
        Variable<int> number = new("number", 0);
        While definition = new(context => number.Get(context) < Timers)
        {
            Variables = { number },
            Body = new Sequence
            {
                Activities =
                {
                    new Delay { Duration = TimeSpan.FromDays(30) / Timers },
                    new Assign<int> { To = number, Value = new(context => number.Get(context) + 1) },
                },
            },
        };
        return Units(definition);
    }

    private static void Explore(Activity definition)
    {
        CrashReport report = CrashTest.ExploreAsync(definition, new CrashTestOptions()).GetAwaiter().GetResult();

        // There is a point before and after each save.
        int points = report.Points.Count(static point => point.Contains("the save", StringComparison.Ordinal));
        if (points < 2 * Saves)
        {
            throw new InvalidOperationException($"The exploration passed {points} points at saves where {2 * Saves} were expected at least.");
        }
    }
}
