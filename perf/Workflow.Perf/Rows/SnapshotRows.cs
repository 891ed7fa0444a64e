using System.Globalization;
using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure the save and the load of an instance, by the number of its live activity instances.</summary>
internal static class SnapshotRows
{
    public static IEnumerable<Row> All { get; } = [Save(1), Save(10), Save(1_000), Load(1), Load(10), Load(1_000)];

    private static Row Save(int instances) => new(
        $"save-{instances}",
        string.Create(CultureInfo.InvariantCulture, $"Save an instance with {instances:N0} live activity instances"),
        Section.Further,
        "An application with RunsInline waits, and is saved in the store in memory again and again. " + Shape + " By hand: so many plain objects to JSON.",
        () => new Trial(new Subject(SavedInstances.Saves(instances)) { AllThreads = true }, new Subject(SavedWaiters.Saves(instances))));

    private static Row Load(int instances) => new(
        $"load-{instances}",
        string.Create(CultureInfo.InvariantCulture, $"Load an instance with {instances:N0} live activity instances"),
        Section.Further,
        "The same is loaded into a new application and unloaded; the cost of saving it is subtracted. " + Shape + " By hand: so many plain objects from JSON.",
        () => new Trial(
            new Subject(SavedInstances.RoundTrips(instances)) { Less = SavedInstances.Saves(instances), AllThreads = true },
            new Subject(SavedWaiters.Loads(instances))));

    private static string Shape =>
        "One live instance: an activity that waits at a bookmark. More: a parallel activity, whose branches are sequences with a variable and an activity that waits, the "
        + "first branch without a sequence.";
}
