namespace Workflow.Perf.Measuring;

/// <summary>What objects cost while they are only kept: the growth of the heap after a full collection, shared among them.</summary>
internal static class Retained
{
    /// <summary>So many that what is there only once does not show.</summary>
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
