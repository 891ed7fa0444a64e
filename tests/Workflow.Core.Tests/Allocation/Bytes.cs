using Workflow.Statements;

namespace Workflow.Core.Tests.Allocation;

/// <summary>Counts the bytes that runs allocate.</summary>
internal static class Bytes
{
    public const int Items = 200;

    private const int WarmUps = 40;

    /// <summary>Fails if a workflow of twice as many items allocates more than a workflow of <see cref="Items"/> items.</summary>
    public static void AssertFreePerItem(Func<int, Activity> build)
    {
        long once = Of(build(Items));
        long twice = Of(build(2 * Items));
        Assert.True(twice <= once, $"{Items} more items allocate {twice - once} bytes more: {(twice - once) / (double)Items} each.");
    }

    /// <summary>Returns the minimum that a run allocates. The minimum excludes occasional allocations of the .NET runtime.</summary>
    public static long Of(Activity workflow) => Of(() => WorkflowInvoker.Invoke(workflow));

    /// <inheritdoc cref="Of(Activity)"/>
    public static long Of(Action run)
    {
        long least = long.MaxValue;
        for (int i = 0; i < WarmUps; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            run();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    public static Sequence SequenceOf(int children, Func<Activity> child)
    {
        Sequence sequence = new();
        for (int i = 0; i < children; i++)
        {
            sequence.Activities.Add(child());
        }

        return sequence;
    }
}
