namespace Workflow.Perf.Measuring;

/// <summary>Times one loop. The loop receives the number of repetitions, so that the cost of its call is negligible for one repetition.</summary>
internal sealed class Meter(Action<int> run, bool allThreads)
{
    /// <summary>The maximum number of repetitions. It keeps the product of repetitions and parts within an int.</summary>
    private const int MostRepetitions = 100_000_000;

    public int Repetitions { get; private set; } = 1;

    /// <summary>Doubles the repetitions until a batch is long enough for an estimate, and then sets the number that takes the duration.</summary>
    public void CalibrateFor(TimeSpan duration)
    {
        double took = Take().Nanoseconds * Repetitions;
        while (took < duration.TotalNanoseconds / 8 && Repetitions < MostRepetitions)
        {
            Repetitions = Math.Min(Repetitions * 2, MostRepetitions);
            took = Take().Nanoseconds * Repetitions;
        }

        Repetitions = (int)Math.Clamp(Repetitions * duration.TotalNanoseconds / Math.Max(took, 1), 1, MostRepetitions);
    }

    public void RunOnce() => run(1);

    public Sample Take()
    {
        long allocated = Allocated();
        long start = Clock.Now;
        run(Repetitions);
        double nanoseconds = Clock.NanosecondsSince(start);
        allocated = Allocated() - allocated;
        return new Sample(nanoseconds / Repetitions, (double)allocated / Repetitions);
    }

    /// <summary>Returns the allocated bytes. The counter of the thread is exact; the counter of the process is needed if other threads do the work.</summary>
    private long Allocated() => allThreads ? GC.GetTotalAllocatedBytes(precise: true) : GC.GetAllocatedBytesForCurrentThread();
}
