using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>The lock of the store in memory, under which all calls run one at a time, and the waits that a call may complete. Thread-safe.</summary>
internal sealed class ArrivalOrder
{
    private readonly Lock _gate = new();
    private readonly TimeProvider _timeProvider;
    private readonly OwnerTable _owners;
    private readonly InstanceTable _instances;

    public ArrivalOrder(TimeProvider timeProvider, OwnerTable owners, InstanceTable instances)
    {
        _timeProvider = timeProvider;
        _owners = owners;
        _instances = instances;
        Waiters = new StoreWaiters(new Alarm(timeProvider, OnAlarm));
    }

    /// <summary>The waits. Accessed only by actions that run under the lock.</summary>
    public StoreWaiters Waiters { get; }

    /// <summary>Removes expired owners, runs a short operation under the lock, and then completes the waits whose condition is met.</summary>
    public Task<T> RunAsync<T>(Func<DateTimeOffset, T> action, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<T>(cancellationToken);
        }

        try
        {
            return Task.FromResult(Run(action));
        }
        catch (Exception failure)
        {
            return Task.FromException<T>(failure);
        }
    }

    /// <inheritdoc cref="RunAsync"/>
    public T Run<T>(Func<DateTimeOffset, T> action)
    {
        lock (_gate)
        {
            DateTimeOffset now = _timeProvider.GetUtcNow();
            ExpireOwners_NeedsLock(now);
            try
            {
                return action(now);
            }
            finally
            {
                Look_NeedsLock(now);
            }
        }
    }

    /// <summary>Removes a wait, with any outcome.</summary>
    public void End(Task waiting)
    {
        lock (_gate)
        {
            Waiters.Remove(waiting);
            Look_NeedsLock(_timeProvider.GetUtcNow());
        }
    }

    private void ExpireOwners_NeedsLock(DateTimeOffset now)
    {
        while (_owners.FirstExpired(now) is { } expired)
        {
            _instances.Abandon(_owners.Remove(expired.Id), hasDied: true, now);
        }
    }

    private void Look_NeedsLock(DateTimeOffset now) => Waiters.Look(_owners, _instances, now);

    private void OnAlarm() => Run(static now => now);
}
