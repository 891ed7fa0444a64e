using Workflow.Definition;
using Workflow.Persistence;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Snapshots;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Initializes the instance of an application: a new or a saved one.</summary>
internal readonly struct ApplicationInitialization(ApplicationInstance instance)
{
    /// <summary>
    /// Initializes a new instance. After a failure the application is unchanged: extensions can be added, and the next operation tries again.
    /// </summary>
    public void Begin()
    {
        WorkflowInstanceExtensionManager? manager = instance.Settings.ExtensionManagerIfAny;
        Program program = FrozenDefinition.Of(instance.Definition, manager);
        InputRules.Check(program, instance.Inputs);
        WorkflowInstanceExtensionManager? open = manager is { IsReadOnly: false } ? manager : null;
        Reporter? reporter;
        try
        {
            CreateExtensions(program);
            instance.Extensions?.SetInstance(new ApplicationProxy(instance));
            reporter = CreateReporter(program);
            instance.Run.Begin(program, instance);
        }
        catch
        {
            DropExtensions();
            open?.Reopen();
            throw;
        }

        // Last: from here on the settings are fixed.
        instance.CompleteInitialization(reporter);
    }

    /// <summary>Restores a saved instance (rule 7.8). After a failure, its lock is released.</summary>
    public async Task LoadAsync(InstanceLock instanceLock, CancellationToken cancellationToken)
    {
        try
        {
            // First: the lock may be lost while the instance is being restored.
            instanceLock.Watch(instance.AbortFor);
            instance.UseLoadedId(instanceLock.InstanceId);
            Program program = FrozenDefinition.Of(instance.Definition, instance.Settings.ExtensionManagerIfAny);
            CreateExtensions(program);
            PersistenceServices services = instance.Services;
            SnapshotState state = instance.Run.Restore(program, instanceLock.Loaded!.State, services, instance);
            RefuseForeign(instanceLock, state);
            SpanTrail.Restore(instance, state.ParticipantValues);

            // The participants get their values before an extension can use the instance, and publish them only after that.
            PersistencePipeline pipeline = new(services.Participants);
            await instance.InTurn(instance.Saves.LoadParticipantsAsync(pipeline, state.ParticipantValues, cancellationToken));
            instance.Extensions?.SetInstance(new ApplicationProxy(instance));
            pipeline.Publish();
            Reporter? reporter = CreateReporter(program);
            if (reporter is not null)
            {
                reporter.NextRecordNumber = state.NextRecordNumber;
            }

            instance.CompleteInitialization(reporter);
            instance.Saves.UseLoaded(instanceLock);
        }
        catch (Exception exception)
        {
            // The release is not awaited. A load that its caller canceled is not a failure of the instance.
            _ = instanceLock.ReleaseAsync(exception is OperationCanceledException && cancellationToken.IsCancellationRequested ? null : exception);
            instance.Run.Release();
            throw;
        }
    }

    private static void RefuseForeign(InstanceLock instanceLock, SnapshotState state)
    {
        if (state.InstanceId != instanceLock.InstanceId)
        {
            throw new SnapshotException(
                $"The store returned the state of the instance '{state.InstanceId}' for the instance '{instanceLock.InstanceId}'; load that instance, or restore the right state.",
                instanceLock.InstanceId);
        }
    }

    private void CreateExtensions(Program program)
    {
        WorkflowInstanceExtensionManager? manager = instance.Settings.ExtensionManagerIfAny;
        manager?.MakeReadOnly();
        if (manager is { IsEmpty: false } || program.UsesExtensions)
        {
            instance.UseExtensions(ExtensionSet.Create(program, manager, instance.Settings.Store?.Extension));
        }
    }

    private void DropExtensions()
    {
        ExtensionSet? created = instance.Extensions;
        instance.UseExtensions(null);
        try
        {
            created?.Dispose();
        }
        catch (Exception)
        {
            // The caller gets the original failure.
        }
    }

    private Reporter? CreateReporter(Program program) =>
        instance.FindExtensions<TrackingParticipant>() is { Length: > 0 } participants
            ? Reporter.Create(program, participants, instance, instance.Services.Clock, instance.Settings.Identity)
            : null;
}
