using System.Diagnostics;
using System.Text.Json;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Processes;

/// <summary>What a child process has taken of the memory.</summary>
/// <param name="WorkingSet">The working set at the end, in bytes.</param>
/// <param name="Peak">The largest working set, in bytes.</param>
/// <param name="Heap">What is reachable on the managed heap at the end, in bytes.</param>
/// <param name="Kept">The working set after the collector has given all free memory back to the system, in bytes. How much it keeps free depends on the cache of the processor.</param>
/// <param name="Runs">The instances that ran.</param>
internal sealed record Footprint(long WorkingSet, long Peak, long Heap, long Kept, long Runs)
{
    /// <summary>The clock is read once for so many runs of a short workload.</summary>
    private const int MostRunsPerLook = 64;

    /// <summary>Runs the workload again and again for that time, and looks at the memory of this process.</summary>
    public static Footprint After(TimeSpan duration, Action run)
    {
        long start = Clock.Now, runs = 0;
        int perLook = 1;
        while (Clock.Since(start) < duration)
        {
            for (int i = 0; i < perLook; i++)
            {
                run();
            }

            runs += perLook;
            perLook = Math.Min(perLook * 2, MostRunsPerLook);
        }

        return Now(runs, run);
    }

    /// <param name="runs">How often the workload has run.</param>
    /// <param name="kept">What must still be reachable.</param>
    public static Footprint Now(long runs, object kept)
    {
        using Process process = Process.GetCurrentProcess();

        // The working set first: the collection that finds out what is reachable changes it.
        long workingSet = process.WorkingSet64, peak = process.PeakWorkingSet64;
        long heap = GC.GetTotalMemory(forceFullCollection: true);
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        process.Refresh();
        GC.KeepAlive(kept);
        return new Footprint(workingSet, peak, heap, process.WorkingSet64, runs);
    }

    public string ToLine() => JsonSerializer.Serialize(this);

    public static Footprint OfLine(string line) => JsonSerializer.Deserialize<Footprint>(line)!;
}
