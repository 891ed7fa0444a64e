using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The saves of an application's instance: records first, then the participants and the store (rules 7.5.1, 7.8 and 15.5).</summary>
internal static class SaveProtocol
{
    /// <summary>Saves an instance that goes on, or leaves this process.</summary>
    public static async Task SaveAsync(ApplicationInstance instance, bool unlock, CancellationToken cancellationToken)
    {
        await TellAsync(instance, unlock ? WorkflowInstanceStates.Unloaded : WorkflowInstanceStates.Persisted).ReturnTo(instance);
        PersistenceServices tools = instance.Tools;
        SaveRequest request = new()
        {
            Status = instance.Run.IsExecuting ? InstanceStatus.Executing : InstanceStatus.Idle,
            Unlock = unlock,
            Bookmarks = instance.Run.Bookmarks,
            MappedVariables = instance.Run.MappedVariables,
            Capture = values => instance.Run.Capture(
                new SnapshotState
                {
                    InstanceId = instance.InstanceId,
                    Identity = instance.Setup.Identity,
                    NextRecordNumber = instance.Reporter?.NextRecordNumber ?? 0,
                    HasStarted = instance.Run.HasBegun,
                    ParticipantValues = SpanTrail.Save(instance, values),
                },
                tools),
        };
        await SaverOf(instance, tools).SaveAsync(request, cancellationToken).ReturnTo(instance);
        Count(instance);
    }

    /// <summary>Saves for an activity; without a store only the participants work.</summary>
    public static Task SaveForActivityAsync(ApplicationInstance instance) =>
        instance.Setup.Store is null ? SaveParticipantsAsync(instance) : SaveAsync(instance, unlock: false, CancellationToken.None);

    /// <summary>Saves how the instance completed (rule 7.4).</summary>
    public static async Task SaveEndAsync(ApplicationInstance instance, WorkflowCompletion completion)
    {
        if (instance.Setup.Store is null)
        {
            await SaveParticipantsAsync(instance).ReturnTo(instance);
            return;
        }

        await TellAsync(instance, WorkflowInstanceStates.Deleted).ReturnTo(instance);
        SaveRequest request = new()
        {
            Status = completion.State switch
            {
                ActivityInstanceState.Closed => InstanceStatus.Closed,
                ActivityInstanceState.Canceled => InstanceStatus.Canceled,
                _ => InstanceStatus.Faulted,
            },
            Unlock = true,
            Outputs = completion.State == ActivityInstanceState.Closed ? completion.Outputs.AsReadOnly() : null,
            Failure = completion.TerminationException,
        };
        await SaverOf(instance, instance.Tools).SaveAsync(request, CancellationToken.None).ReturnTo(instance);
    }

    /// <summary>Reports a state and delivers it, so that it is there before what follows.</summary>
    public static Task TellAsync(ApplicationInstance instance, string state)
    {
        if (instance.Reporter is not { } reporter)
        {
            return Task.CompletedTask;
        }

        reporter.Instance(state);
        return reporter.FlushAsync();
    }

    /// <summary>The save is done, and has to be treated so also when somebody who counts saves fails.</summary>
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

    private static StoreSaver SaverOf(ApplicationInstance instance, PersistenceServices tools) => instance.Saver as StoreSaver ?? Keep(
        instance,
        new StoreSaver(instance.Setup.Store!, instance.InstanceId, instance.Setup.Identity, tools, instance.AbortFor) { InitialValues = instance.Setup.InitialValues });

    /// <summary>Keeps the saves where an abort finds them, to give the running one up.</summary>
    public static TSaves Keep<TSaves>(ApplicationInstance instance, TSaves saves)
        where TSaves : InstanceSaver
    {
        instance.Saver = saves;

        // A full fence, as between the note of an abort and the look for saves that it gives up: one of the two sees the other.
        Interlocked.MemoryBarrier();
        if (instance.AbortRequest is { Reason: { } reason })
        {
            saves.Abort(reason);
        }

        return saves;
    }
}
