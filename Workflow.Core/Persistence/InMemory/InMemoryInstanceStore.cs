using System.Runtime.CompilerServices;

namespace Workflow.Persistence;

/// <summary>A store in the memory of the process, for tests and development. Its content exists as long as the object.</summary>
/// <remarks>
/// The store contains only bytes and plain values, never an object of the application, so that code that works with it also works with a durable store. It
/// supports transactions. The lease of an owner lasts 30 seconds longer than <see cref="RenewalPeriod"/>. Thread-safe.
/// </remarks>
public sealed class InMemoryInstanceStore : InstanceStore
{
    /// <summary>The time by which a lease exceeds the renewal period.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    /// <summary>The maximum renewal period. The current time plus this value is within the range of every clock.</summary>
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromDays(365_000);

    private readonly OwnerTable _owners;
    private readonly InstanceTable _instances;
    private readonly MessageTable _messages;
    private readonly ArrivalOrder _turns;
    private readonly StoreWrites _writes;

    /// <summary>Creates an empty store that uses the system clock.</summary>
    public InMemoryInstanceStore()
        : this(TimeProvider.System)
    {
    }

    /// <summary>Creates an empty store that deletes completed instances, with a renewal period of 30 seconds.</summary>
    /// <param name="timeProvider">The clock by which leases expire and timers are due.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public InMemoryInstanceStore(TimeProvider timeProvider)
        : this(timeProvider, InstanceCompletionAction.DeleteAll, TimeSpan.FromSeconds(30))
    {
    }

    /// <summary>Creates an empty store.</summary>
    /// <param name="timeProvider">The clock by which leases expire and timers are due.</param>
    /// <param name="completionAction">The action of the store for completed instances.</param>
    /// <param name="renewalPeriod">The interval at which hosts renew leases; above zero, at most 365,000 days.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The period is zero or negative, or longer than 365,000 days.</exception>
    public InMemoryInstanceStore(TimeProvider timeProvider, InstanceCompletionAction completionAction, TimeSpan renewalPeriod)
    {
        ArgumentNullException.ThrowIfNull(timeProvider);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(renewalPeriod, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(renewalPeriod, LongestPeriod);
        TimeProvider = timeProvider;
        CompletionAction = completionAction;
        RenewalPeriod = renewalPeriod;
        _owners = new OwnerTable(renewalPeriod + Grace, timeProvider);
        RequestTable requests = new();
        _instances = new InstanceTable(_owners, requests, completionAction == InstanceCompletionAction.DeleteNothing);
        _messages = new MessageTable(_owners, _instances, requests);
        _turns = new ArrivalOrder(timeProvider, _owners, _instances);
        _writes = new StoreWrites(_turns, _owners, _instances);
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider { get; }

    /// <inheritdoc/>
    public override bool SupportsTransactions => true;

    /// <inheritdoc/>
    public override bool SupportsMessages => true;

    /// <summary>The action of the store for completed instances.</summary>
    public InstanceCompletionAction CompletionAction { get; }

    /// <summary>The interval at which hosts renew leases.</summary>
    public TimeSpan RenewalPeriod { get; }

    /// <summary>
    /// The maximum number of messages that may wait for one instance; 100,000 by default, at least one. Requests to cancel, terminate or suspend are
    /// accepted beyond this limit.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below one.</exception>
    public int MaxWaitingMessages
    {
        get => _messages.MaxCount;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            _messages.MaxCount = value;
        }
    }

    /// <summary>
    /// The maximum total size in bytes of the contents that may wait for one instance; 64 MiB by default, at least one. A message is always accepted if no
    /// other message waits, and so are requests to cancel, terminate or suspend.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below one.</exception>
    public long MaxWaitingBytes
    {
        get => _messages.MaxBytes;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            _messages.MaxBytes = value;
        }
    }

    /// <inheritdoc/>
    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        InstanceOwner owner = new(Guid.NewGuid(), options, RenewalPeriod);
        return _turns.RunAsync(now =>
        {
            _owners.Add(owner, now);
            return owner;
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return _turns.RunAsync(now =>
        {
            _owners.Renew(owner, now);
            return owner;
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override bool TryRenewOwner(InstanceOwner owner)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return _turns.Run(now =>
        {
            _owners.Renew(owner, now);
            return true;
        });
    }

    /// <inheritdoc/>
    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return _turns.RunAsync(now =>
        {
            _instances.Abandon(_owners.Remove(owner.Id), hasDied: false, now);
            return owner;
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(save);
        if (save.PendingMessageCount < 0)
        {
            throw new ArgumentException($"A save of the instance '{save.InstanceId}' leaves {save.PendingMessageCount} messages; pass zero or more.", nameof(save));
        }

        if (save.LockVersion != 0 && save.InitialValues.Count > 0)
        {
            throw new ArgumentException(
                $"A later save of the instance '{save.InstanceId}' contains initial values; pass them to the first save.", nameof(save));
        }

        InstanceImage copy = InstanceImage.CopyOf(save);
        InstanceImage image = await _writes.WriteAsync(
            owner,
            save.InstanceId,
            (current, now) => InstanceLocks.BaseOf(owner, save, copy, current, now).With(save, copy, now),
            cancellationToken).ConfigureAwait(false);
        return image.LockVersion;
    }

    /// <inheritdoc/>
    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return _writes.WriteAsync(
            owner, instanceId, (current, now) => InstanceLocks.Held(owner, instanceId, lockVersion, current).Unlocked(now), cancellationToken);
    }

    /// <inheritdoc/>
    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(failure);
        return _writes.WriteAsync(
            owner,
            instanceId,
            (current, now) => InstanceLocks.Held(owner, instanceId, lockVersion, current).Failed(failure, owner.Options, now),
            cancellationToken);
    }

    /// <inheritdoc/>
    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) => _turns.RunAsync(
        now =>
        {
            if (_instances.Find(instanceId) is not { Saved: { OwnerId: null, Failures: not null, IsCompleted: false } saved } row)
            {
                return false;
            }

            _instances.Set(row, saved.Continued(now), now);
            return true;
        },
        cancellationToken);

    /// <inheritdoc/>
    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => _turns.RunAsync(
        now =>
        {
            if (_instances.Find(instanceId) is not { Saved: { OwnerId: null, Failures: not null, IsCompleted: false } saved } row)
            {
                return false;
            }

            _instances.Set(row, saved.Terminated(now), now);
            return true;
        },
        cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return ReadAsync(_turns.RunAsync(now =>
        {
            _owners.Require(owner);
            return Load_NeedsLock(owner, _instances.Find(instanceId) ?? throw InstanceLocks.NotSaved(instanceId), now);
        }, cancellationToken));
    }

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return ReadAsync(_turns.RunAsync(now =>
        {
            _owners.Require(owner);
            return Load_NeedsLock(
                owner, _instances.FindByKey(key) ?? throw new InstanceKeyNotReadyException($"The key '{key}' belongs to no saved instance.", key), now);
        }, cancellationToken));
    }

    /// <inheritdoc/>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        TryLoadRunnableAsync(owner, [], cancellationToken);

    /// <inheritdoc/>
    public override async Task<StoredInstance?> TryLoadRunnableAsync(
        InstanceOwner owner, IReadOnlyCollection<WorkflowIdentity> excluded, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(excluded);
        InstanceImage? loaded = await _turns.RunAsync(now =>
        {
            OwnerTable.Lease lease = _owners.Require(owner);
            if (_instances.FirstRunnable(lease, excluded, now) is not { } row)
            {
                return null;
            }

            InstanceImage found = Load_NeedsLock(owner, row, now);
            lease.Suspects.Add(found.InstanceId, found.Suspicion);
            return found;
        }, cancellationToken).ConfigureAwait(false);
        return loaded?.ToStored();
    }

    /// <inheritdoc/>
    public override async Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        // One atomic step adds the waiter and checks for runnable instances, so that an instance that becomes runnable at the same time is not missed.
        Task waiting = await _turns.RunAsync(_ =>
        {
            _owners.Require(owner);
            return _turns.Waiters.Add(owner);
        }, cancellationToken).ConfigureAwait(false);
        try
        {
            await waiting.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _turns.End(waiting);
        }
    }

    /// <inheritdoc/>
    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken)
    {
        InstanceMessage.Validate(message);
        byte[] content = message.Content.ToArray();
        return _turns.RunAsync(now => _messages.Send(message, content, now), cancellationToken);
    }

    /// <inheritdoc/>
    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        _turns.RunAsync(_ => _messages.Withdraw(instanceId, sequence), cancellationToken);

    /// <inheritdoc/>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, CancellationToken cancellationToken) =>
        ReceiveAsync(owner, instanceId, after, maxCount, limit: null, cancellationToken);

    /// <inheritdoc/>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, ContentLimit? limit, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentOutOfRangeException.ThrowIfNegative(after);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        return _turns.RunAsync(now =>
        {
            _owners.Require(owner);
            return _messages.Read(owner, instanceId, after, maxCount, limit, now);
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        while (true)
        {
            // Also one atomic step: a message that arrives at the same time is either found or completes the wait.
            Task waiting = await _turns.RunAsync(_ =>
            {
                _owners.Require(owner).Arrivals.Forget(known ?? []);
                return _turns.Waiters.AddForMessages(owner);
            }, cancellationToken).ConfigureAwait(false);
            try
            {
                await waiting.WaitAsync(cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                _turns.End(waiting);
            }

            IReadOnlyList<Guid> arrived = await _turns.RunAsync(_ => _owners.Require(owner).Arrivals.Answer(), cancellationToken).ConfigureAwait(false);
            if (arrived.Count > 0)
            {
                return arrived;
            }

            // Empty: the owner has unlocked these instances since the wait completed. Wait again.
            known = null;
        }
    }

    /// <inheritdoc/>
    public override Task SuspendAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string reason, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(reason);
        return _writes.WriteAsync(
            owner, instanceId, (current, now) => InstanceLocks.Held(owner, instanceId, lockVersion, current).Suspended(reason, now), cancellationToken);
    }

    /// <inheritdoc/>
    public override async IAsyncEnumerable<InstanceSummary> QueryAsync(
        InstanceQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        (InstanceImage Image, InstanceOwner? Owner, int Messages)[] saved = await _turns.RunAsync<(InstanceImage, InstanceOwner?, int)[]>(
            _ => [.. _instances.Saved.Select(row => (row.Saved!, _owners.Find(row.Saved!.OwnerId), row.Inbox.Count))], cancellationToken).ConfigureAwait(false);
        IEnumerable<(InstanceImage Image, InstanceOwner? Owner, int Messages)> found = saved
            .OrderBy(entry => entry.Image.Order)
            .Where(entry => entry.Image.Matches(query));
        foreach ((InstanceImage image, InstanceOwner? owner, int messages) in found.Take(query.MaxCount ?? int.MaxValue))
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return image.ToSummary(owner, messages);
        }
    }

    /// <summary>Copies loaded data, outside the lock.</summary>
    private static async Task<StoredInstance> ReadAsync(Task<InstanceImage> load) => (await load.ConfigureAwait(false)).ToStored();

    private InstanceImage Load_NeedsLock(InstanceOwner owner, InstanceRow row, DateTimeOffset now)
    {
        InstanceImage saved = row.Saved ?? throw InstanceLocks.NotSaved(row.InstanceId);
        InstanceImage loaded = InstanceLocks.Load(owner, row, saved, _owners);
        _instances.Set(row, loaded, now);
        return loaded;
    }
}
