using System.Diagnostics;
using System.Text.Json;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Processes;

/// <summary>The memory of a child process.</summary>
/// <param name="WorkingSet">The working set at the end, in bytes.</param>
/// <param name="Peak">The largest working set, in bytes.</param>
/// <param name="Heap">The size of the reachable objects on the managed heap at the end, in bytes.</param>
/// <param name="Kept">
/// The working set after the collector has returned all free memory to the system, in bytes. The free memory that the collector usually keeps depends on the
/// cache of the processor.
/// </param>
/// <param name="Runs">The number of instances that ran.</param>
internal sealed record Footprint(long WorkingSet, long Peak, long Heap, long Kept, long Runs)
{
    /// <summary>The maximum number of runs of a short workload between two reads of the clock.</summary>
    private const int MostRunsPerLook = 64;

    /// <summary>Repeats the workload for a duration, and then reads the memory of this process.</summary>
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

    /// <param name="runs">The number of runs of the workload.</param>
    /// <param name="kept">The object that must still be reachable.</param>
    public static Footprint Now(long runs, object kept)
    {
        using Process process = Process.GetCurrentProcess();

        // The working set is read first, because the collection that determines the reachable objects changes it.
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
