using System.Collections.ObjectModel;
using System.Transactions;
using System.Xml.Linq;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// The saves of an application's instance, and its load. Each save delivers the records first, and then saves the participants and the state (rules 7.5.1,
/// 7.8 and 15.5).
/// </summary>
/// <param name="instance">The instance.</param>
/// <remarks>The owner of the turn uses it, for one save or load at a time. <see cref="Abort"/> and <see cref="IsInDoubt"/> are thread-safe.</remarks>
internal sealed class SaveCoordinator(HostedInstance instance)
{
    /// <summary>The load, the saves in the store, or the saves of the participants alone; null before the first of them.</summary>
    private AbortableWork? _work;

    /// <summary>True if an abort canceled a save while the store was writing, so that the stored state is unknown.</summary>
    public bool IsInDoubt => Volatile.Read(ref _work) is { IsInDoubt: true };

    private StoreSaver Saver =>
        _work as StoreSaver ?? Keep(new StoreSaver(instance.Settings.Store!, instance.InstanceId, instance.AbortFor));

    /// <summary>Cancels the running save or load, because the instance is aborted. Thread-safe.</summary>
    public void Abort(Exception reason) => Volatile.Read(ref _work)?.Abort(reason);

    /// <summary>Releases the lock of the instance. Does not throw, and need not be awaited.</summary>
    /// <param name="failure">The reason of the abort; null if the instance is not aborted.</param>
    /// <param name="suspends">True to suspend the instance, so that no host runs it until it is continued.</param>
    public Task ReleaseAsync(Exception? failure, bool suspends) => (_work as StoreSaver)?.ReleaseAsync(failure, suspends) ?? Task.CompletedTask;

    /// <summary>Loads the instance from its store.</summary>
    /// <param name="take">Takes the lock of the instance, with its saved state.</param>
    /// <param name="cancellationToken">Cancels the load.</param>
    public Task LoadAsync(Func<CancellationToken, Task> take, CancellationToken cancellationToken) =>
        Keep(new AbortableWork()).RunAsync(take, cancellationToken);

    /// <summary>Loads the values of the participants, as the second part of a load.</summary>
    public Task LoadParticipantsAsync(PersistencePipeline pipeline, IReadOnlyDictionary<XName, object?> values, CancellationToken cancellationToken) =>
        _work!.RunAsync(token => pipeline.LoadAsync(values, token), cancellationToken);

    /// <summary>Ends a load that has succeeded: the next saves use its lock.</summary>
    public void UseLoaded(InstanceLock instanceLock) => Keep(new StoreSaver(instanceLock, instance.AbortFor));

    /// <summary>Saves an instance that has not ended, and unlocks it if requested.</summary>
    public async Task SaveAsync(bool unlock, CancellationToken cancellationToken)
    {
        // The records first: a participant that fails prevents the save.
        await instance.InTurn(instance.ReportAsync(unlock ? WorkflowInstanceStates.Unloaded : WorkflowInstanceStates.Persisted));
        StoreSaver saver = Saver;
        PersistencePipeline pipeline = new(instance.Services.Participants);
        InstanceSave save = Compose(saver, pipeline, unlock, commitsAtOnce: false);
        await instance.InTurn(saver.SaveAsync(pipeline, save, cancellationToken));

        // Only now: if the save fails, the next one must remove the same messages from the store.
        instance.Inbox?.Forget(save.MessagesConsumed);
        Count();
    }

    /// <summary>Saves an instance and suspends it in its store, which unlocks it.</summary>
    public async Task SuspendAsync(string reason, CancellationToken cancellationToken)
    {
        // Two calls of the store. After a crash between them the instance is saved and locked, and its next owner runs it.
        await instance.InTurn(SaveAsync(unlock: false, cancellationToken));
        if (instance.Reporter is { } reporter)
        {
            reporter.Suspended(reason);
            await instance.InTurn(reporter.FlushAsync());
        }

        await instance.InTurn(Saver.SuspendAsync(reason, cancellationToken));
    }

    /// <summary>
    /// Makes the calls of the store that a save in a transaction would need, before the transaction begins: it may lock the whole database. Does not throw.
    /// </summary>
    public Task PrepareTransactionAsync() => Saver.PrepareAsync(instance.Settings.Identity);

    /// <summary>Saves an instance in the transaction that it ends, and commits the transaction (rule 10.3.1).</summary>
    /// <exception cref="TransactionAbortedException">The transaction was rolled back.</exception>
    public async Task SaveAndCommitAsync(CommittableTransaction transaction)
    {
        StoreSaver saver = Saver;
        PersistencePipeline pipeline = new(instance.Services.Participants);
        InstanceSave save;
        try
        {
            await instance.InTurn(instance.ReportAsync(WorkflowInstanceStates.Persisted));

            // The store may write at once only if no participant works in the transaction after the save, which may take long.
            save = Compose(saver, pipeline, unlock: false, commitsAtOnce: !pipeline.HasInputAndOutput);
        }
        catch (Exception failure)
        {
            throw WorkflowCommit.RollBack(transaction, failure);
        }

        await instance.InTurn(saver.SaveAndCommitAsync(pipeline, save, transaction));
        instance.Inbox?.Forget(save.MessagesConsumed);
        Count();
    }

    /// <summary>Saves the instance for an activity. Without a store, only the participants save.</summary>
    public Task SaveForActivityAsync() =>
        instance.Settings.Store is null ? SaveParticipantsAsync() : SaveAsync(unlock: false, CancellationToken.None);

    /// <summary>Saves the end of a completed instance (rule 7.4). Without a store, only the participants save.</summary>
    public async Task SaveEndAsync(WorkflowCompletion completion)
    {
        if (instance.Settings.Store is null)
        {
            await instance.InTurn(SaveParticipantsAsync());
            return;
        }

        // Many instances can be saved at the same time, and all that the save needs is in the state, so the executor is not kept.
        instance.Run.ReturnExecutor();
        await instance.InTurn(instance.ReportAsync(WorkflowInstanceStates.Deleted));
        PersistenceServices services = instance.Services;
        StoreSaver saver = Saver;
        PersistencePipeline pipeline = new(services.Participants);
        pipeline.Collect(ReadOnlyDictionary<XName, object?>.Empty);
        InstanceSave save = ComposerFor(saver, pipeline, services).OfCompleted(
            completion.State switch
            {
                ActivityInstanceState.Closed => InstanceStatus.Closed,
                ActivityInstanceState.Canceled => InstanceStatus.Canceled,
                _ => InstanceStatus.Faulted,
            },
            completion.State == ActivityInstanceState.Closed ? completion.Outputs.AsReadOnly() : null,
            completion.TerminationException);
        await instance.InTurn(saver.SaveAsync(pipeline, save, CancellationToken.None));
    }

    private static SavedBookmark Saved(BookmarkInfo bookmark) => new()
    {
        Name = bookmark.BookmarkName,
        OwnerDisplayName = bookmark.OwnerDisplayName,
        ScopeId = bookmark.ScopeInfo is { IsInitialized: true } scope ? scope.Id : null,
    };

    private Task SaveParticipantsAsync() =>
        instance.FindExtensions<PersistenceParticipant>() is { Length: > 0 } participants
            ? (_work as ParticipantSaver ?? Keep(new ParticipantSaver(participants))).SaveAsync(instance.Run.MappedVariables)
            : Task.CompletedTask;

    /// <summary>Creates the save of an instance that has not ended, with the values that its participants have collected.</summary>
    private InstanceSave Compose(StoreSaver saver, PersistencePipeline pipeline, bool unlock, bool commitsAtOnce)
    {
        PersistenceServices services = instance.Services;
        InstanceStatus status = instance.Run.IsExecuting ? InstanceStatus.Executing : InstanceStatus.Idle;
        IReadOnlyList<SavedBookmark> bookmarks = [.. instance.Run.Bookmarks.Select(Saved)];
        pipeline.Collect(instance.Run.MappedVariables);
        ReadOnlyMemory<byte> state = instance.Run.Capture(
            new SnapshotState
            {
                InstanceId = instance.InstanceId,
                Identity = instance.Settings.Identity,
                NextRecordNumber = instance.Reporter?.NextRecordNumber ?? 0,
                HasStarted = instance.Run.HasBegun,
                RequiresExactExceptions = services.RequiresExactExceptions,
                ParticipantValues = SpanTrail.Save(instance, pipeline.ReadWriteValues),
            },
            services);
        return ComposerFor(saver, pipeline, services).OfLive(status, state, bookmarks, unlock, commitsAtOnce);
    }

    /// <summary>Creates the composer of a save. Only the first save of an instance that began here writes the initial data.</summary>
    private SaveComposer ComposerFor(StoreSaver saver, PersistencePipeline pipeline, PersistenceServices services) =>
        new(instance.InstanceId, instance.Settings.Identity, services, pipeline)
        {
            First = saver.IsFirst ? instance.Settings.Initial : null,
            MessagesConsumed = instance.Inbox?.GetConsumed() ?? [],
            PendingMessageCount = instance.Inbox?.CountLeft(instance.Run.HasBookmark) ?? 0,
        };

    /// <summary>Counts a successful save. A listener that fails aborts the instance, and does not make the save fail.</summary>
    private void Count()
    {
        try
        {
            InstanceMeter.Persisted.Add(1, InstanceMeter.DefinitionTag(instance.Definition.DisplayName));
        }
        catch (Exception exception)
        {
            instance.AbortFor(exception);
        }
    }

    /// <summary>Stores the work where an abort can find it to cancel it.</summary>
    private TWork Keep<TWork>(TWork work)
        where TWork : AbortableWork
    {
        _work = work;

        // An abort also has a full fence, between its request and its search for work: at least one of the two threads sees the other.
        Interlocked.MemoryBarrier();
        if (instance.AbortRequest is { Reason: { } reason })
        {
            work.Abort(reason);
        }

        return work;
    }
}
