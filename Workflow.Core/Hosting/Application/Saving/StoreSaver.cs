using System.Transactions;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The saves of an instance in the store of its host, with its participants (rules 7.5.1, 7.8 and 7.9.1).</summary>
internal sealed class StoreSaver : AbortableWork
{
    private readonly InstanceStore _store;
    private readonly Guid _instanceId;
    private readonly LossNotice _notice;
    private InstanceLock? _lock;
    private bool _isWriting;

    /// <summary>The failure of the preparation of the last transaction; null if it succeeded.</summary>
    private Exception? _preparationFailure;

    /// <summary>Creates the saver of an instance that began in this process.</summary>
    /// <param name="store">The store.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="lost">The callback for the loss of the instance. It is called once, on any thread.</param>
    public StoreSaver(InstanceStore store, Guid instanceId, Action<Exception> lost)
    {
        _store = store;
        _instanceId = instanceId;
        _notice = new LossNotice(store.TimeProvider, lost);
    }

    /// <summary>Creates the saver of an instance that was loaded.</summary>
    public StoreSaver(InstanceLock instanceLock, Action<Exception> lost)
        : this(instanceLock.Store, instanceLock.InstanceId, lost) => Use(instanceLock);

    /// <summary>True if the instance is not in the store, so that the next save is its first.</summary>
    public bool IsFirst => _lock is null or { LockVersion: 0 };

    /// <inheritdoc/>
    public override bool IsInDoubt => _isWriting;

    /// <summary>
    /// Writes the instance, and runs the input and output of the participants. A save that unlocks or completes the instance releases the lock.
    /// </summary>
    /// <param name="pipeline">The participants, which have collected their values.</param>
    /// <param name="save">The data to write; its lock version is set here.</param>
    /// <param name="cancellationToken">Cancels the save.</param>
    public Task SaveAsync(PersistencePipeline pipeline, InstanceSave save, CancellationToken cancellationToken) =>
        RunAsync(token => WriteAsync(pipeline, save, token), cancellationToken);

    /// <summary>
    /// Makes all calls of the store that a save in a transaction needs in addition to the save. Inside the transaction, they could wait for its end: with
    /// SQLite, a transaction can lock the whole file. Does not throw; a failure becomes the failure of the save.
    /// </summary>
    public async Task PrepareAsync(WorkflowIdentity? identity)
    {
        try
        {
            await RunAsync(
                async token =>
                {
                    await OpenAsync(identity, token).ConfigureAwait(false);
                    await _lock!.AwaitEarlierAsync(token).ConfigureAwait(false);
                },
                CancellationToken.None).ConfigureAwait(false);
            _preparationFailure = null;
        }
        catch (Exception failure)
        {
            _preparationFailure = failure;
        }
    }

    /// <summary>Writes the instance in a transaction, runs the participants in it, and commits it.</summary>
    /// <param name="pipeline">The participants, which have collected their values.</param>
    /// <param name="save">The data to write; its lock version is set here.</param>
    /// <param name="transaction">The transaction, in which the application may have written before.</param>
    /// <exception cref="TransactionAbortedException">The transaction was rolled back, and the stored state is unchanged.</exception>
    public Task SaveAndCommitAsync(PersistencePipeline pipeline, InstanceSave save, CommittableTransaction transaction) =>
        RunAsync(token => WriteAndCommitAsync(pipeline, save, new WorkflowCommit(transaction, _instanceId), token), CancellationToken.None);

    /// <summary>Suspends the instance in the store, which unlocks it.</summary>
    /// <param name="reason">The reason, for queries.</param>
    /// <param name="cancellationToken">Cancels the suspension, which may still take effect.</param>
    public Task SuspendAsync(string reason, CancellationToken cancellationToken) => RunAsync(
        async token =>
        {
            await _lock!.SuspendAsync(FailureText.Shorten(reason), token).ConfigureAwait(false);
            _ = ReleaseAsync();
        },
        cancellationToken);

    /// <summary>Releases the lock, so that other owners can load the last saved state. Does not throw, and need not be awaited. Thread-safe.</summary>
    /// <param name="failure">The reason of the abort; null if the instance is not aborted.</param>
    /// <param name="suspends">True to suspend the instance, so that no host runs it until it is continued.</param>
    public Task ReleaseAsync(Exception? failure = null, bool suspends = false) =>
        Interlocked.Exchange(ref _lock, null)?.ReleaseAsync(failure, suspends) ?? Task.CompletedTask;

    /// <summary>
    /// Returns the exception for the caller. If the store was writing, the canceled save may have taken effect, and the exception reports that.
    /// </summary>
    protected override Exception ReasonFor(Exception abortReason) => IsInDoubt
        ? new WorkflowApplicationAbortedException(
            $"The workflow instance was aborted while it was being saved, so the stored state is unknown: it is the state of this save or of the previous one; load the instance to find out. {abortReason.Message}",
            _instanceId,
            abortReason)
        : abortReason;

    private async Task WriteAsync(PersistencePipeline pipeline, InstanceSave save, CancellationToken cancellationToken)
    {
        _notice.Hold();
        bool isGivenBack = false;
        try
        {
            await OpenAsync(save.DefinitionIdentity, cancellationToken).ConfigureAwait(false);

            // In doubt from here until the store has responded. A canceled save stays in doubt, because the store may complete it later.
            _isWriting = true;
            await pipeline.SaveAsync(_lock!, save, cancellationToken).ConfigureAwait(false);
            _isWriting = false;
            isGivenBack = save.Unlock || save.Complete;
        }
        catch (Exception) when (!cancellationToken.IsCancellationRequested)
        {
            _isWriting = false;
            throw;
        }
        finally
        {
            // Only after the outcome is recorded: the notification aborts the instance, and the exception of the abort reports whether the outcome is known.
            _notice.Release(isGivenBack);
        }

        if (save.Unlock)
        {
            // The save has succeeded, whatever happens to the owner; an owner that cannot be deleted expires.
            _ = ReleaseAsync();
        }
    }

    private async Task WriteAndCommitAsync(PersistencePipeline pipeline, InstanceSave save, WorkflowCommit commit, CancellationToken cancellationToken)
    {
        if (_lock is not { } instanceLock)
        {
            throw commit.RollBack(_preparationFailure!);
        }

        long lockVersion = instanceLock.LockVersion;
        _notice.Hold();
        try
        {
            await commit.SaveAsync(token => pipeline.SaveAsync(instanceLock, save, token), cancellationToken).ConfigureAwait(false);

            // In doubt from here until the outcome of the commit is known.
            _isWriting = true;
            await commit.CommitAsync(cancellationToken).ConfigureAwait(false);
            _isWriting = false;
        }
        catch (Exception failure) when (commit.IsRolledBack)
        {
            _isWriting = false;
            instanceLock.GoBackTo(lockVersion);
            instanceLock.LoseIfLost(failure);
            throw;
        }
        finally
        {
            _notice.Release(isGivenBack: false);
        }
    }

    private async Task OpenAsync(WorkflowIdentity? identity, CancellationToken cancellationToken)
    {
        if (_lock is null)
        {
            Use(await InstanceLock.OpenAsync(_store, _instanceId, identity, cancellationToken).ConfigureAwait(false));
        }
    }

    private void Use(InstanceLock instanceLock)
    {
        _lock = instanceLock;
        instanceLock.Watch(reason => _notice.Tell(reason, instanceLock.CallLimit));
    }
}
