using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Waits for messages on behalf of the owners of a store. Checks the database when this process has sent a message, and, because of other processes, once in
/// each detection period. Thread-safe.
/// </summary>
/// <param name="poll">Checks for messages.</param>
/// <param name="clock">The clock of the store.</param>
/// <param name="period">The detection period.</param>
internal sealed class MessageWatch(Func<SqlOwner, CancellationToken, Task<MessagePoll>> poll, TimeProvider clock, TimeSpan period)
{
    private readonly PollingWait _wait = new(clock, period);
    private readonly ConditionalWeakTable<SqlOwner, KnownMessages> _known = [];

    /// <summary>Called when messages may have arrived.</summary>
    public void Changed() => _wait.Changed();

    /// <summary>Waits for messages. A failure of the first check is thrown; later failures are retried.</summary>
    public async Task<IReadOnlyList<Guid>> WaitAsync(SqlOwner owner, IReadOnlyCollection<Guid> known, CancellationToken cancellationToken)
    {
        KnownMessages messages = _known.GetOrCreateValue(owner);
        messages.Take(known);
        bool isFirst = true;
        while (true)
        {
            PollingWait.PollingCheck check = _wait.Begin();
            if (await PollAsync(owner, isFirst, cancellationToken).ConfigureAwait(false) is { } found)
            {
                if (found.IsOwnerGone)
                {
                    throw StoreErrors.OwnerGone(owner);
                }

                if (messages.TakeNew(found.Arrived) is { Count: > 0 } arrived)
                {
                    return arrived;
                }
            }

            isFirst = false;
            await _wait.WaitAsync(check, null, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Checks for messages; null if the database could not be reached, so that the owner continues to wait.</summary>
    private async Task<MessagePoll?> PollAsync(SqlOwner owner, bool isFirst, CancellationToken cancellationToken)
    {
        try
        {
            return await poll(owner, cancellationToken).ConfigureAwait(false);
        }
        catch (InstancePersistenceException) when (!isFirst)
        {
            return null;
        }
    }

    /// <summary>The messages that an owner knows. Thread-safe.</summary>
    private sealed class KnownMessages
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
        public IReadOnlyList<Guid> TakeNew(IReadOnlyList<(Guid InstanceId, long Last)> arrived)
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
