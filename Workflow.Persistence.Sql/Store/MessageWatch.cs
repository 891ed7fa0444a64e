using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Waits for messages on behalf of the owners of a store. Checks the database when this process has sent a message, and, because of other processes, once in
/// each detection period. Thread-safe.
/// </summary>
internal sealed class MessageWatch(Func<SqlOwner, CancellationToken, Task<MessagePoll>> look, TimeProvider clock, TimeSpan period)
{
    private readonly Lock _gate = new();
    private readonly ConditionalWeakTable<SqlOwner, Seen> _seen = [];
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Called when messages may have arrived.</summary>
    public void Changed()
    {
        lock (_gate)
        {
            _changed.TrySetResult();
        }
    }

    /// <summary>Waits for messages. A failure of the first check is thrown; later failures are retried.</summary>
    public async Task<IReadOnlyList<Guid>> WaitAsync(SqlOwner owner, IReadOnlyCollection<Guid> known, CancellationToken cancellationToken)
    {
        Seen seen = _seen.GetOrCreateValue(owner);
        seen.Take(known);
        bool isFirst = true;
        while (true)
        {
            // Taken before the check, so that a message that arrives during the check triggers another one.
            Task changed = NextChange();
            DateTimeOffset before = clock.GetUtcNow();
            if (await LookAsync(owner, isFirst, cancellationToken).ConfigureAwait(false) is { } found)
            {
                if (found.IsOwnerGone)
                {
                    throw StoreErrors.OwnerGone(owner);
                }

                if (seen.Answer(found.Arrived) is { Count: > 0 } arrived)
                {
                    return arrived;
                }
            }

            isFirst = false;
            await WaitAsync(changed, before, cancellationToken).ConfigureAwait(false);
        }
    }

    private Task NextChange()
    {
        lock (_gate)
        {
            if (_changed.Task.IsCompleted)
            {
                _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
            }

            return _changed.Task;
        }
    }

    /// <summary>Checks for messages; null if the database could not be reached, so that the owner continues to wait.</summary>
    private async Task<MessagePoll?> LookAsync(SqlOwner owner, bool isFirst, CancellationToken cancellationToken)
    {
        try
        {
            return await look(owner, cancellationToken).ConfigureAwait(false);
        }
        catch (InstancePersistenceException) when (!isFirst)
        {
            return null;
        }
    }

    private async Task WaitAsync(Task changed, DateTimeOffset before, CancellationToken cancellationToken)
    {
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task timer = Task.Delay(period, clock, stop.Token);

        // The timer is not affected by a change of the clock that happened before the timer was created. In this case, the wait is skipped.
        if (clock.GetUtcNow() - before < period)
        {
            await Task.WhenAny(changed, timer).ConfigureAwait(false);
        }

        await stop.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>The messages that an owner knows. Thread-safe.</summary>
    private sealed class Seen
    {
        private readonly Lock _gate = new();
        private Dictionary<Guid, long> _known = [];
        private Dictionary<Guid, long> _answered = [];

        /// <summary>
        /// Records that the owner has received the messages of the last answer. The owner may not have received messages that have arrived since that answer.
        /// </summary>
        public void Take(IReadOnlyCollection<Guid> known)
        {
            lock (_gate)
            {
                foreach (Guid instanceId in known)
                {
                    if (_answered.TryGetValue(instanceId, out long last))
                    {
                        _known[instanceId] = last;
                    }
                }
            }
        }

        /// <summary>Returns the instances with messages that the owner does not know.</summary>
        public IReadOnlyList<Guid> Answer(IReadOnlyList<(Guid InstanceId, long Last)> arrived)
        {
            lock (_gate)
            {
                // Entries of instances without messages are dropped, because the next message has a higher number.
                Dictionary<Guid, long> known = [];
                Dictionary<Guid, long> answered = [];
                foreach ((Guid instanceId, long last) in arrived)
                {
                    if (_known.TryGetValue(instanceId, out long seen))
                    {
                        known[instanceId] = seen;
                    }

                    if (last > seen)
                    {
                        answered[instanceId] = last;
                    }
                }

                _known = known;
                _answered = answered;
                return [.. answered.Keys];
            }
        }
    }
}
