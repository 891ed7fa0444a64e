namespace Workflow.Persistence.Sql;

/// <summary>A thread with a connection of its own, which does the work that callers queue. Calls of SQLite block their thread, so they are made nowhere else.</summary>
/// <param name="name">The name of the thread.</param>
internal abstract class SqliteThread(string name)
{
    /// <summary>Some tens of microseconds. Saves one after another take 12 % less time than without, and 100 turns are no better.</summary>
    private const int MaxSpins = 40;

    private readonly object _gate = new();
    private readonly Queue<SqliteWork> _queue = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>How much work is in the queue; written under the lock.</summary>
    private int _queued;
    private bool _isStarted;
    private bool _isClosing;

    /// <summary>How many calls wait.</summary>
    public int QueueLength
    {
        get
        {
            lock (_gate)
            {
                return _queue.Count;
            }
        }
    }

    /// <summary>Queues work, and waits for its end without a thread.</summary>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public async Task<T> RunAsync<T>(SqliteWork<T> work, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Enqueue(work);
        using (cancellationToken.UnsafeRegister(static (work, token) => ((SqliteWork<T>)work!).Cancel(token), work))
        {
            return await work.Task.ConfigureAwait(false);
        }
    }

    /// <summary>Ends the thread after the work that it has begun; what still waits fails.</summary>
    public Task CloseAsync()
    {
        lock (_gate)
        {
            _isClosing = true;
            Monitor.Pulse(_gate);
            return _isStarted ? _ended.Task : Task.CompletedTask;
        }
    }

    /// <summary>Does what was taken from the queue, and reports to all of its callers.</summary>
    protected abstract void Process(List<SqliteWork> batch);

    /// <summary>Whether more work can be done with what was taken already.</summary>
    protected abstract bool Fits(List<SqliteWork> batch, SqliteWork next);

    /// <summary>Called at the end of the thread.</summary>
    protected abstract void Close();

    /// <summary>Queues work.</summary>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public void Enqueue(SqliteWork work)
    {
        lock (_gate)
        {
            if (_isClosing)
            {
                throw Disposed();
            }

            _queue.Enqueue(work);
            Volatile.Write(ref _queued, _queue.Count);
            if (!_isStarted)
            {
                _isStarted = true;
                new Thread(Run) { IsBackground = true, Name = name }.UnsafeStart();
            }

            Monitor.Pulse(_gate);
        }
    }

    /// <summary>The failure of calls to a store that is disposed.</summary>
    public static ObjectDisposedException Disposed() => new("SqlInstanceStore");

    private void Run()
    {
        List<SqliteWork> batch = [];
        while (Take(batch))
        {
            if (batch.Count > 0)
            {
                Process(batch);
            }
        }

        Close();
        _ended.SetResult();
    }

    /// <summary>A caller that has its answer often has its next call some microseconds later: to wait for that in vain costs less than to be woken up.</summary>
    private void AwaitNext()
    {
        SpinWait wait = default;
        while (Volatile.Read(ref _queued) == 0 && wait.Count < MaxSpins)
        {
            wait.SpinOnce(sleep1Threshold: -1);
        }
    }

    /// <summary>Takes what is there, and waits only when there is nothing; false at the end.</summary>
    private bool Take(List<SqliteWork> batch)
    {
        batch.Clear();
        AwaitNext();
        lock (_gate)
        {
            while (_queue.Count == 0 && !_isClosing)
            {
#pragma warning disable RS0030 // A thread of its own, whose purpose is to block where SQLite does; no caller waits on it.
                Monitor.Wait(_gate);
#pragma warning restore RS0030
            }

            while (_queue.TryPeek(out SqliteWork? next) && !_isClosing && (batch.Count == 0 || Fits(batch, next)))
            {
                _queue.Dequeue();
                if (next.TryBegin())
                {
                    batch.Add(next);
                }
            }

            Volatile.Write(ref _queued, _queue.Count);
            if (!_isClosing)
            {
                return true;
            }

            foreach (SqliteWork left in _queue.Where(left => left.TryBegin()))
            {
                left.Fail(Disposed());
            }

            _queue.Clear();
            return false;
        }
    }
}
