using System.Transactions;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The saves of an instance in its host's store, and its participants' (rules 7.5.1, 7.8 and 7.9.1).</summary>
internal sealed class StoreSaver : InstanceSaver
{
    private readonly InstanceStore _store;
    private readonly Guid _instanceId;
    private readonly LossNotice _notice;
    private InstanceLock? _lock;
    private bool _isWriting;

    /// <summary>Why the last transaction could not be prepared; null when it was.</summary>
    private Exception? _preparationFailure;

    /// <summary>For an instance that began here.</summary>
    /// <param name="store">The store.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lost">Called once, on any thread, when the instance is no longer this process's.</param>
    public StoreSaver(InstanceStore store, Guid instanceId, Action<Exception> lost)
    {
        _store = store;
        _instanceId = instanceId;
        _notice = new LossNotice(store.TimeProvider, lost);
    }

    /// <summary>For an instance that was loaded.</summary>
    public StoreSaver(InstanceLock instanceLock, Action<Exception> lost)
        : this(instanceLock.Store, instanceLock.InstanceId, lost) => Use(instanceLock);

    /// <summary>Nothing of the instance is in the store: the next save is its first.</summary>
    public bool IsFirst => _lock is null or { LockVersion: 0 };

    /// <inheritdoc/>
    public override bool IsInDoubt => _isWriting;

    /// <summary>Writes the instance, and runs the input and output of the participants; a save that unlocks or completes it releases the lock.</summary>
    /// <param name="pipeline">The participants, which have collected.</param>
    /// <param name="save">What to write; its lock version is set here.</param>
    /// <param name="cancellationToken">Gives the save up.</param>
    public Task SaveAsync(PersistencePipeline pipeline, InstanceSave save, CancellationToken cancellationToken) =>
        RunAsync(token => WriteAsync(pipeline, save, token), cancellationToken);

    /// <summary>
    /// Makes all calls of the store that a save in a transaction would need beside the save. Inside the transaction they could wait for its end: with SQLite, a
    /// transaction can hold the whole file. Does not fail; a failure is that of the save.
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
    /// <param name="pipeline">The participants, which have collected.</param>
    /// <param name="save">What to write; its lock version is set here.</param>
    /// <param name="transaction">The transaction, in which the application may have written before.</param>
    /// <exception cref="TransactionAbortedException">It was rolled back, and the store has what it had before.</exception>
    public Task SaveAndCommitAsync(PersistencePipeline pipeline, InstanceSave save, CommittableTransaction transaction) =>
        RunAsync(token => WriteAndCommitAsync(pipeline, save, new WorkflowCommit(transaction, _instanceId), token), CancellationToken.None);

    /// <summary>Suspends the instance in the store, which unlocks it.</summary>
    /// <param name="reason">Why, for queries.</param>
    /// <param name="cancellationToken">Gives it up; it may take effect all the same.</param>
    public Task SuspendAsync(string reason, CancellationToken cancellationToken) => RunAsync(
        async token =>
        {
            await _lock!.SuspendAsync(FailureText.Shorten(reason), token).ConfigureAwait(false);
            _ = ReleaseAsync();
        },
        cancellationToken);

    /// <summary>Releases the lock: others may load what was saved last. Does not fail, and need not be awaited. Safe from any thread.</summary>
    public override Task ReleaseAsync(Exception? failure = null, bool suspends = false) =>
        Interlocked.Exchange(ref _lock, null)?.ReleaseAsync(failure, suspends) ?? Task.CompletedTask;

    /// <summary>A save that was given up while the store was writing may have taken effect, and the caller must know that.</summary>
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

            // In doubt from here until the store has answered. A save that was given up stays in doubt, because the store may finish it later.
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
            // Not before the outcome is recorded: the notice aborts the instance, and the exception of an abort says whether the outcome is known.
            _notice.Release(isGivenBack);
        }

        if (save.Unlock)
        {
            // The save has succeeded whatever becomes of the owner, which expires if it cannot be deleted.
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
