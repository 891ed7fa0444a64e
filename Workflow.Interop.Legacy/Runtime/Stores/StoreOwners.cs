extern alias WorkflowCore;
using WorkflowCore::Workflow.Persistence;
using WorkflowIdentity = WorkflowCore::Workflow.WorkflowIdentity;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// The owners of a persistence service in its store: one for the workflows that are known when the service starts, and one for each workflow that becomes known
/// later. This class renews the owners, and finds instances that can run. Thread-safe.
/// </summary>
/// <param name="store">The store.</param>
/// <param name="name">The name of the owners.</param>
/// <param name="found">Receives an instance that can run.</param>
/// <param name="lost">Called when an owner no longer exists.</param>
/// <param name="report">Receives failures for which no caller waits.</param>
[System.Diagnostics.CodeAnalysis.SuppressMessage(
    "Design",
    "CA1001:Types that own disposable fields should be disposable",
    Justification = "The source has neither a timer nor a wait handle, and tasks use it after the end.")]
internal sealed class StoreOwners(
    InstanceStore store,
    string name,
    Action<StoredInstance, InstanceOwner> found,
    Action<InstanceOwner, Exception> lost,
    Action<Exception> report)
{
    // The pause before a store that has failed is called again.
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    /// <summary>The maximum renewal period. System timers support at most 49.7 days.</summary>
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromDays(49);
    private readonly Lock _lock = new();
    private readonly Dictionary<WorkflowIdentity, Lazy<InstanceOwner>> _byIdentity = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly LateRenewals _late = new(store);

    public CancellationToken Stopping => _stop.Token;

    public InstanceOwner[] All
    {
        get
        {
            lock (_lock)
            {
                return [.. _byIdentity.Values.Where(static owner => owner.IsValueCreated).Select(static owner => owner.Value).Distinct()];
            }
        }
    }

    /// <summary>Creates one owner for several workflows.</summary>
    public void Add(IReadOnlyCollection<WorkflowIdentity> identities)
    {
        Lazy<InstanceOwner> owner;
        lock (_lock)
        {
            // A workflow that has an owner keeps it.
            WorkflowIdentity[] missing = [.. identities.Where(identity => !_byIdentity.ContainsKey(identity))];
            if (missing.Length == 0)
            {
                return;
            }

            owner = new Lazy<InstanceOwner>(() => Create(missing));
            Array.ForEach(missing, identity => _byIdentity.Add(identity, owner));
        }

        _ = Created(owner);
    }

    /// <summary>Returns the owner for the instances of a workflow. Creates the owner if there is none.</summary>
    public InstanceOwner Of(WorkflowIdentity identity)
    {
        Lazy<InstanceOwner>? owner;
        lock (_lock)
        {
            if (!_byIdentity.TryGetValue(identity, out owner))
            {
                owner = new Lazy<InstanceOwner>(() => Create([identity]));
                _byIdentity.Add(identity, owner);
            }
        }

        return Created(owner);
    }

    /// <summary>Replaces an owner that no longer exists. Its locks are lost.</summary>
    public void Lose(InstanceOwner owner, Exception reason)
    {
        if (Remove(other => other.IsValueCreated && ReferenceEquals(other.Value, owner)))
        {
            _late.Remove(owner);
            lost(owner, reason);
            _ = ReplaceAsync(owner.Options.Identities);
        }
    }

    /// <summary>Deletes the owners and thereby releases their locks.</summary>
    public void Stop()
    {
        InstanceOwner[] owners = All;
        _stop.Cancel();
        _late.Stop();
        foreach (InstanceOwner owner in owners)
        {
            try
            {
                BlockingCall.Wait(() => store.DeleteOwnerAsync(owner, CancellationToken.None));
            }
            catch (Exception exception)
            {
                // The owner expires.
                report(exception);
            }
        }
    }

    /// <summary>Repeats a call of the store until the call succeeds, or the owner has ended.</summary>
    public async Task RepeatAsync(InstanceOwner owner, Func<Task> call)
    {
        while (!_stop.IsCancellationRequested && Array.Exists(All, other => ReferenceEquals(other, owner)))
        {
            try
            {
                await Task.Delay(Pause, store.TimeProvider, _stop.Token).ConfigureAwait(false);
                await call().ConfigureAwait(false);
                return;
            }
            catch (Exception exception) when (exception is InstanceLockLostException or InstanceOwnerException or OperationCanceledException)
            {
                return;
            }
            catch (Exception)
            {
                // The store cannot be reached yet.
            }
        }
    }

    private InstanceOwner Create(IReadOnlyCollection<WorkflowIdentity> identities)
    {
        InstanceOwner owner = BlockingCall.WaitApart(
            () => store.CreateOwnerAsync(new InstanceOwnerOptions { Name = name, Identities = identities }, CancellationToken.None));

        // The tasks do not inherit the execution context, because they outlive the call that needed the owner, and its transaction.
        using (ExecutionContext.IsFlowSuppressed() ? default : ExecutionContext.SuppressFlow())
        {
            _ = Task.Run(() => RenewAsync(owner));
            _ = Task.Run(() => FindAsync(owner));
        }

        _late.Add(owner);
        return owner;
    }

    private InstanceOwner Created(Lazy<InstanceOwner> owner)
    {
        try
        {
            return owner.Value;
        }
        catch
        {
            // Removed, so that the next use tries again.
            Remove(other => ReferenceEquals(other, owner));
            throw;
        }
    }

    private bool Remove(Func<Lazy<InstanceOwner>, bool> matches)
    {
        lock (_lock)
        {
            WorkflowIdentity[] identities = [.. _byIdentity.Where(pair => matches(pair.Value)).Select(static pair => pair.Key)];
            Array.ForEach(identities, identity => _byIdentity.Remove(identity));
            return identities.Length > 0;
        }
    }

    private async Task ReplaceAsync(IReadOnlyCollection<WorkflowIdentity> identities)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                Add(identities);
                return;
            }
            catch (Exception exception)
            {
                report(exception);
                await Task.Delay(Pause, store.TimeProvider, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    private Task RenewAsync(InstanceOwner owner) => owner.RenewalPeriod == Timeout.InfiniteTimeSpan
        ? Task.CompletedTask
        : RepeatUntilLostAsync(owner, PeriodOf(owner) / 4, async () =>
        {
            await Task.Delay(PeriodOf(owner), store.TimeProvider, _stop.Token).ConfigureAwait(false);
            await store.RenewOwnerAsync(owner, _stop.Token).ConfigureAwait(false);
            _late.Note(owner);
        });

    /// <summary>Returns the renewal period, but not more than a timer supports. A lease can be renewed more often than necessary.</summary>
    private static TimeSpan PeriodOf(InstanceOwner owner) => owner.RenewalPeriod < LongestPeriod ? owner.RenewalPeriod : LongestPeriod;

    private Task FindAsync(InstanceOwner owner) => RepeatUntilLostAsync(owner, Pause, async () =>
    {
        await store.WaitForRunnableAsync(owner, _stop.Token).ConfigureAwait(false);
        if (await store.TryLoadRunnableAsync(owner, default, _stop.Token).ConfigureAwait(false) is { } instance)
        {
            found(instance, owner);
        }
    });

    private async Task RepeatUntilLostAsync(InstanceOwner owner, TimeSpan pause, Func<Task> step)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await step().ConfigureAwait(false);
            }
            catch (InstanceOwnerException gone)
            {
                if (!_stop.IsCancellationRequested)
                {
                    Lose(owner, gone);
                }

                return;
            }
            catch (Exception exception) when (!_stop.IsCancellationRequested)
            {
                report(exception);
                await Task.Delay(pause, store.TimeProvider, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (Exception)
            {
                return;
            }
        }
    }
}
