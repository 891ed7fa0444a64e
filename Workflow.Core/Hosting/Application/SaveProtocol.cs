using System.Collections.ObjectModel;
using System.Transactions;
using System.Xml.Linq;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The saves of an application's instance: first the records, then the participants and the store (rules 7.5.1, 7.8 and 15.5).</summary>
internal static class SaveProtocol
{
    /// <summary>Saves an instance that has not ended, and unlocks it if requested.</summary>
    public static async Task SaveAsync(ApplicationInstance instance, bool unlock, CancellationToken cancellationToken)
    {
        await ReportAsync(instance, unlock ? WorkflowInstanceStates.Unloaded : WorkflowInstanceStates.Persisted).ReturnTo(instance);
        StoreSaver saver = SaverOf(instance);
        PersistencePipeline pipeline = new(instance.Services.Participants);
        InstanceSave save = Compose(instance, saver, pipeline, unlock, commitsAtOnce: false);
        await saver.SaveAsync(pipeline, save, cancellationToken).ReturnTo(instance);
        instance.Setup.Messages?.Forget(save.MessagesConsumed);
        Count(instance);
    }

    /// <summary>Saves an instance and suspends it in its store, which unlocks it.</summary>
    public static async Task SuspendAsync(ApplicationInstance instance, string reason, CancellationToken cancellationToken)
    {
        await SaveAsync(instance, unlock: false, cancellationToken).ReturnTo(instance);
        if (instance.Reporter is { } reporter)
        {
            reporter.Suspended(reason);
            await reporter.FlushAsync().ReturnTo(instance);
        }

        await SaverOf(instance).SuspendAsync(reason, cancellationToken).ReturnTo(instance);
    }

    /// <summary>
    /// Makes the calls of the store that a save in a transaction would need, before the transaction begins: it may lock the whole database. Does not throw.
    /// </summary>
    public static Task PrepareTransactionAsync(ApplicationInstance instance) => SaverOf(instance).PrepareAsync(instance.Setup.Identity);

    /// <summary>Saves an instance in the transaction that it ends, and commits the transaction (rule 10.3.1).</summary>
    /// <exception cref="TransactionAbortedException">The transaction was rolled back.</exception>
    public static async Task SaveAndCommitAsync(ApplicationInstance instance, CommittableTransaction transaction)
    {
        StoreSaver saver = SaverOf(instance);
        PersistencePipeline pipeline = new(instance.Services.Participants);
        InstanceSave save;
        try
        {
            await ReportAsync(instance, WorkflowInstanceStates.Persisted).ReturnTo(instance);

            // The store may write at once only if no participant works in the transaction after the save, which may take long.
            save = Compose(instance, saver, pipeline, unlock: false, commitsAtOnce: !pipeline.HasInputAndOutput);
        }
        catch (Exception failure)
        {
            throw WorkflowCommit.RollBack(transaction, failure);
        }

        await saver.SaveAndCommitAsync(pipeline, save, transaction).ReturnTo(instance);
        instance.Setup.Messages?.Forget(save.MessagesConsumed);
        Count(instance);
    }

    /// <summary>Creates the save of an instance that has not ended, with the values that its participants have collected.</summary>
    private static InstanceSave Compose(ApplicationInstance instance, StoreSaver saver, PersistencePipeline pipeline, bool unlock, bool commitsAtOnce)
    {
        PersistenceServices services = instance.Services;
        InstanceStatus status = instance.Run.IsExecuting ? InstanceStatus.Executing : InstanceStatus.Idle;
        IReadOnlyList<SavedBookmark> bookmarks = [.. instance.Run.Bookmarks.Select(Saved)];
        pipeline.Collect(instance.Run.MappedVariables);
        ReadOnlyMemory<byte> state = instance.Run.Capture(
            new SnapshotState
            {
                InstanceId = instance.InstanceId,
                Identity = instance.Setup.Identity,
                NextRecordNumber = instance.Reporter?.NextRecordNumber ?? 0,
                HasStarted = instance.Run.HasBegun,
                RequiresExactExceptions = services.RequiresExactExceptions,
                ParticipantValues = SpanTrail.Save(instance, pipeline.ReadWriteValues),
            },
            services);
        return ComposerFor(instance, saver, pipeline, services).OfLive(status, state, bookmarks, unlock, commitsAtOnce);
    }

    /// <summary>Saves the instance for an activity. Without a store, only the participants save.</summary>
    public static Task SaveForActivityAsync(ApplicationInstance instance) =>
        instance.Setup.Store is null ? SaveParticipantsAsync(instance) : SaveAsync(instance, unlock: false, CancellationToken.None);

    /// <summary>Saves the end of a completed instance (rule 7.4).</summary>
    public static async Task SaveEndAsync(ApplicationInstance instance, WorkflowCompletion completion)
    {
        if (instance.Setup.Store is null)
        {
            await SaveParticipantsAsync(instance).ReturnTo(instance);
            return;
        }

        // Many instances can be saved at the same time, and all that the save needs is in the state, so the executor is not kept.
        instance.Run.ReturnExecutor();
        await ReportAsync(instance, WorkflowInstanceStates.Deleted).ReturnTo(instance);
        PersistenceServices services = instance.Services;
        StoreSaver saver = SaverOf(instance);
        PersistencePipeline pipeline = new(services.Participants);
        pipeline.Collect(ReadOnlyDictionary<XName, object?>.Empty);
        InstanceSave save = ComposerFor(instance, saver, pipeline, services).OfCompleted(
            completion.State switch
            {
                ActivityInstanceState.Closed => InstanceStatus.Closed,
                ActivityInstanceState.Canceled => InstanceStatus.Canceled,
                _ => InstanceStatus.Faulted,
            },
            completion.State == ActivityInstanceState.Closed ? completion.Outputs.AsReadOnly() : null,
            completion.TerminationException);
        await saver.SaveAsync(pipeline, save, CancellationToken.None).ReturnTo(instance);
    }

    /// <summary>Reports a state and delivers the record, so that participants receive it before the next action.</summary>
    public static Task ReportAsync(ApplicationInstance instance, string state)
    {
        if (instance.Reporter is not { } reporter)
        {
            return Task.CompletedTask;
        }

        reporter.Instance(state);
        return reporter.FlushAsync();
    }

    /// <summary>Counts a successful save. A listener that fails aborts the instance, and does not make the save fail.</summary>
    private static void Count(ApplicationInstance instance)
    {
        try
        {
            InstanceMeter.Persisted.Add(1, InstanceMeter.DefinitionTag(instance.Setup.Definition.DisplayName));
        }
        catch (Exception exception)
        {
            instance.AbortFor(exception);
        }
    }

    private static Task SaveParticipantsAsync(ApplicationInstance instance) =>
        instance.FindExtensions<PersistenceParticipant>() is { Length: > 0 } participants
            ? (instance.Saver as ParticipantSaver ?? Keep(instance, new ParticipantSaver(participants))).SaveAsync(instance.Run.MappedVariables)
            : Task.CompletedTask;

    private static StoreSaver SaverOf(ApplicationInstance instance) => instance.Saver as StoreSaver
        ?? Keep(instance, new StoreSaver(instance.Setup.Store!, instance.InstanceId, instance.AbortFor));

    /// <summary>Creates the composer of a save. Only the first save of an instance that began here writes the initial values.</summary>
    private static SaveComposer ComposerFor(ApplicationInstance instance, StoreSaver saver, PersistencePipeline pipeline, PersistenceServices services) =>
        new(instance.InstanceId, instance.Setup.Identity, services, pipeline)
        {
            First = saver.IsFirst ? instance.Setup.Initial : null,
            MessagesConsumed = instance.Setup.Messages?.Consumed ?? [],
            PendingMessageCount = instance.Setup.Messages?.CountLeft(instance) ?? 0,
        };

    private static SavedBookmark Saved(BookmarkInfo bookmark) => new()
    {
        Name = bookmark.BookmarkName,
        OwnerDisplayName = bookmark.OwnerDisplayName,
        ScopeId = bookmark.ScopeInfo is { IsInitialized: true } scope ? scope.Id : null,
    };

    /// <summary>Stores the saver where an abort can find it to cancel the running save.</summary>
    public static TSaver Keep<TSaver>(ApplicationInstance instance, TSaver saver)
        where TSaver : InstanceSaver
    {
        instance.Setup.Saver = saver;

        // An abort also has a full fence, between its request and its search for a saver: at least one of the two threads sees the other.
        Interlocked.MemoryBarrier();
        if (instance.AbortRequest is { Reason: { } reason })
        {
            saver.Abort(reason);
        }

        return saver;
    }
}
