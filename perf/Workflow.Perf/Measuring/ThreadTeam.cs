namespace Workflow.Perf.Measuring;

/// <summary>Threads that wait for work together. A batch starts on all of them at once, and ends with the last one.</summary>
/// <remarks>The threads live as long as the process, because the start of a thread inside a batch would be part of its time.</remarks>
internal sealed class ThreadTeam
{
    private readonly Barrier _barrier;
    private readonly Exception?[] _failures;
    private Action<int>[] _work = [];
    private int _repetitions;

    private ThreadTeam(int size)
    {
        _barrier = new Barrier(size + 1);
        _failures = new Exception?[size];
        for (int i = 0; i < size; i++)
        {
            int index = i;
            new Thread(() => Serve(index)) { IsBackground = true, Name = $"perf {index + 1} of {size}" }.Start();
        }
    }

    private static readonly Dictionary<int, ThreadTeam> Teams = [];

    /// <summary>Returns the team of a size, which is created once. Only the measuring thread calls this method.</summary>
    public static ThreadTeam Of(int size)
    {
        if (!Teams.TryGetValue(size, out ThreadTeam? team))
        {
            Teams.Add(size, team = new ThreadTeam(size));
        }

        return team;
    }

    /// <summary>Returns a loop that runs all given loops at the same time, one on each thread.</summary>
    public Action<int> Together(params Action<int>[] work) => repetitions => Run(work, repetitions);

    private void Run(Action<int>[] work, int repetitions)
    {
        _work = work;
        _repetitions = repetitions;
        // The first signal publishes the fields and starts the batch; the second one ends it.
        _barrier.SignalAndWait();
        _barrier.SignalAndWait();
        if (Array.Find(_failures, static failure => failure is not null) is { } failure)
        {
            throw new InvalidOperationException("The workload failed on one of its threads.", failure);
        }
    }

    private void Serve(int index)
    {
        while (true)
        {
            _barrier.SignalAndWait();
            try
            {
                _work[index](_repetitions);
                _failures[index] = null;
            }
            catch (Exception failure)
            {
                _failures[index] = failure;
            }

            _barrier.SignalAndWait();
        }
    }
}
