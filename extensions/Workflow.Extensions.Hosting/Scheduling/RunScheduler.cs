namespace Workflow.Extensions.Hosting;

/// <summary>
/// Runs the work of instances on thread pool threads, with a limit on the number of instances that run at the same time. If more instances have work, the
/// scheduler serves the definitions round-robin, so that many instances of one definition do not delay those of another. Thread-safe.
/// </summary>
internal sealed class RunScheduler(int maxRunning)
{
    private readonly Lock _gate = new();

    /// <summary>The queues that have waiting work, in the order in which they are served.</summary>
    private readonly Queue<DefinitionQueue> _waiting = new();

    private int _maxRunning = maxRunning;
    private int _running;

    /// <summary>The number of instances that currently use a thread.</summary>
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

    /// <summary>Runs work at once if the limit allows, otherwise as soon as other work has ended.</summary>
    /// <param name="queue">The queue of the definition.</param>
    /// <param name="work">The work.</param>
    public void Post(DefinitionQueue queue, Action work)
    {
        lock (_gate)
        {
            if (_running >= _maxRunning)
            {
                queue.Waiting.Enqueue(work);
                if (queue.Waiting.Count == 1)
                {
                    _waiting.Enqueue(queue);
                }

                return;
            }

            _running++;
        }

        Begin(work);
    }

    /// <summary>Removes the limit. At shutdown, instances whose threads are blocked must not prevent other instances from being saved.</summary>
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

    private void Begin(Action work) =>
        ThreadPool.UnsafeQueueUserWorkItem(static run => run.Scheduler.Run(run.Work), (Scheduler: this, Work: work), preferLocal: false);

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

    /// <summary>
    /// Ends a work item and starts the next one. The next item is queued to the pool: run on this thread, it would be nested in the call of the first.
    /// </summary>
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
        if (!_waiting.TryDequeue(out DefinitionQueue? queue))
        {
            return null;
        }

        Action work = queue.Waiting.Dequeue();
        if (queue.Waiting.Count > 0)
        {
            _waiting.Enqueue(queue);
        }

        return work;
    }
}

/// <summary>The queue of waiting work of the instances of one definition.</summary>
internal sealed class DefinitionQueue
{
    /// <summary>The queue. Accessed only by the scheduler, under its lock.</summary>
    public Queue<Action> Waiting { get; } = new();
}
