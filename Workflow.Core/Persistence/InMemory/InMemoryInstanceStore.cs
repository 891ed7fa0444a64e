using System.Runtime.CompilerServices;

namespace Workflow.Persistence;

/// <summary>A store in the memory of the process, for tests and development. Its content exists as long as the object.</summary>
/// <remarks>
/// The store contains only bytes and plain values, never an object of the application, so that code that works with it also works with a durable store. It
/// supports transactions. The lease of an owner lasts 30 seconds longer than <see cref="InMemoryInstanceStoreOptions.LeaseRenewalPeriod"/>. Thread-safe.
/// </remarks>
public sealed class InMemoryInstanceStore : InstanceStore
{
    /// <summary>The time by which a lease exceeds the renewal period.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly TimeSpan _renewalPeriod;
    private readonly OwnerTable _owners;
    private readonly InstanceTable _instances;
    private readonly MessageTable _messages;
    private readonly ArrivalOrder _turns;
    private readonly StoreWrites _writes;

    /// <summary>Creates an empty store with default options.</summary>
    public InMemoryInstanceStore()
        : this(new InMemoryInstanceStoreOptions())
    {
    }

    /// <summary>Creates an empty store with a clock and otherwise default options.</summary>
    /// <param name="timeProvider">The clock by which leases expire and timers are due.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public InMemoryInstanceStore(TimeProvider timeProvider)
        : this(new InMemoryInstanceStoreOptions { TimeProvider = timeProvider })
    {
    }

    /// <summary>Creates an empty store.</summary>
    /// <param name="options">The settings of the store.</param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
#pragma warning disable WF9001 // The store is released together with its base class.
    public InMemoryInstanceStore(InMemoryInstanceStoreOptions options)
#pragma warning restore WF9001
    {
        ArgumentNullException.ThrowIfNull(options);
        TimeProvider = options.TimeProvider;
        _renewalPeriod = options.LeaseRenewalPeriod;
        _owners = new OwnerTable(_renewalPeriod + Grace, TimeProvider);
        RequestTable requests = new();
        _instances = new InstanceTable(_owners, requests, options.CompletionAction == InstanceCompletionAction.DeleteNothing);
        _messages = new MessageTable(_owners, _instances, requests, options);
        _turns = new ArrivalOrder(TimeProvider, _owners, _instances);
        _writes = new StoreWrites(_turns, _owners, _instances);
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider { get; }

    /// <inheritdoc/>
    public override StoreCapabilities Capabilities { get; } = new() { KeepsMessages = true, JoinsTransactions = true, SuspendsInstances = true };

    /// <inheritdoc/>
    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        InstanceOwner owner = new(Guid.NewGuid(), options) { RenewalPeriod = _renewalPeriod };
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
        InstanceSave.Validate(save);
        InstanceImage copy = InstanceImage.CopyOf(save);
        InstanceImage image = await _writes.WriteAsync(
            owner,
            save.InstanceId,
            (current, now) => InstanceLocks.BaseOf(owner, save, copy, current, now).With(save, copy, now),
            cancellationToken).ConfigureAwait(false);
        return image.LockVersion;
    }

    /// <inheritdoc/>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(unlock);
        return _writes.WriteAsync(
            owner,
            unlock.InstanceId,
            (current, now) => InstanceLocks.Held(owner, unlock.InstanceId, unlock.LockVersion, current).After(unlock, owner.Options, now),
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
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        InstanceLoad.Validate(load);
        return ReadAsync(_turns.RunAsync(now =>
        {
            _owners.Require(owner);
            return Load_NeedsLock(owner, _instances.Find(load), now);
        }, cancellationToken));
    }

    /// <inheritdoc/>
    public override async Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        InstanceImage? loaded = await _turns.RunAsync(now =>
        {
            OwnerTable.Lease lease = _owners.Require(owner);
            if (_instances.FirstRunnable(lease, load.Excluded, now) is not { } row)
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
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        MessageQuery.Validate(query);
        return _turns.RunAsync(now =>
        {
            _owners.Require(owner);
            return _messages.Read(owner, query, now);
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
