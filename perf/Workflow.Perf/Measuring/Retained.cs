namespace Workflow.Perf.Measuring;

/// <summary>Measures the memory of objects while they are kept: the growth of the heap after a full collection, divided by their number.</summary>
internal static class Retained
{
    /// <summary>The number of objects, large enough to make one-time allocations negligible.</summary>
    private const int Count = 10_000;

    public static double BytesOf(Func<int, object> hold)
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        object held = hold(Count);
        long after = GC.GetTotalMemory(forceFullCollection: true);
        GC.KeepAlive(held);
        return (double)(after - before) / Count;
    }
}
