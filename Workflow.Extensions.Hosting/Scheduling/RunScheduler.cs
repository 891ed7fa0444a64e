namespace Workflow.Extensions.Hosting;

/// <summary>
/// Runs the work of instances on threads of the pool, at most a number of instances at a time. If more have work, the definitions take turns, so that many instances of one definition do not keep another one waiting. Thread-safe.
/// </summary>
internal sealed class RunScheduler(int maxRunning)
{
    private readonly Lock _gate = new();
    private readonly Queue<RunLane> _ring = new();
    private int _maxRunning = maxRunning;
    private int _running;

    /// <summary>The number of instances that use a thread.</summary>
    public int Running
    {
        get
        {
            lock (_gate)
            {
                return _running;
            }
        }
    }

    /// <summary>Runs work as soon as there is room for it.</summary>
    /// <param name="lane">The definition.</param>
    /// <param name="work">The work.</param>
    public void Post(RunLane lane, Action work)
    {
        lock (_gate)
        {
            if (_running >= _maxRunning)
            {
                lane.Waiting.Enqueue(work);
                if (lane.Waiting.Count == 1)
                {
                    _ring.Enqueue(lane);
                }

                return;
            }

            _running++;
        }

        Begin(work);
    }

    /// <summary>Removes the limit. At shutdown, instances whose threads are blocked must not keep others from being saved.</summary>
    public void RemoveLimit()
    {
        List<Action> waiting = [];
        lock (_gate)
        {
            _maxRunning = int.MaxValue;
            while (TryTake() is { } work)
            {
                _running++;
                waiting.Add(work);
            }
        }

        waiting.ForEach(Begin);
    }

    private void Begin(Action work) => ThreadPool.UnsafeQueueUserWorkItem(static run => run.Scheduler.Run(run.Work), (Scheduler: this, Work: work), preferLocal: false);

    private void Run(Action work)
    {
        try
        {
            work();
        }
        finally
        {
            End();
        }
    }

    /// <summary>The next work gets a thread of its own: run on this one, it would be inside the call of the first.</summary>
    private void End()
    {
        Action? next;
        lock (_gate)
        {
            next = _running <= _maxRunning ? TryTake() : null;
            if (next is null)
            {
                _running--;
            }
        }

        if (next is not null)
        {
            Begin(next);
        }
    }

    private Action? TryTake()
    {
        if (!_ring.TryDequeue(out RunLane? lane))
        {
            return null;
        }

        Action work = lane.Waiting.Dequeue();
        if (lane.Waiting.Count > 0)
        {
            _ring.Enqueue(lane);
        }

        return work;
    }
}

/// <summary>The work of the instances of one definition that waits for room.</summary>
internal sealed class RunLane
{
    /// <summary>For the scheduler, under its lock.</summary>
    public Queue<Action> Waiting { get; } = new();
}
