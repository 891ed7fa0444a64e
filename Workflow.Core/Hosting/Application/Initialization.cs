using Workflow.Definition;
using Workflow.Persistence;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Snapshots;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Initializes the instance of an application: a new or a saved one.</summary>
internal static class Initialization
{
    /// <summary>
    /// Initializes a new instance. After a failure the application is unchanged: extensions can be added, and the next operation tries again.
    /// </summary>
    public static void Begin(ApplicationInstance instance)
    {
        ref ApplicationSetup setup = ref instance.Setup;
        Program program = FrozenDefinition.Of(setup.Definition, setup.ExtensionManagerIfAny);
        InputRules.Check(program, setup.Inputs);
        WorkflowInstanceExtensionManager? open = setup.ExtensionManagerIfAny is { IsReadOnly: false } manager ? manager : null;
        Reporter? reporter;
        try
        {
            MakeExtensions(instance, program);
            instance.Extensions?.SetInstance(new ApplicationProxy(instance));
            reporter = MakeReporter(instance, program);
            instance.Run.Begin(program, instance);
        }
        catch
        {
            DropExtensions(instance);
            open?.Reopen();
            throw;
        }

        instance.CompleteInitialization(reporter);
    }

    /// <summary>Restores a saved instance (rule 7.8). After a failure, its lock is released.</summary>
    public static async Task LoadAsync(ApplicationInstance instance, InstanceLoader load, InstanceLock instanceLock, CancellationToken cancellationToken)
    {
        try
        {
            instanceLock.Watch(instance.AbortFor);
            instance.UseLoadedId(instanceLock.InstanceId);
            Program program = FrozenDefinition.Of(instance.Setup.Definition, instance.Setup.ExtensionManagerIfAny);
            MakeExtensions(instance, program);
            PersistenceServices services = instance.Services;
            SnapshotState state = instance.Run.Restore(program, instanceLock.Loaded!.State, services, instance);
            RefuseForeign(instanceLock, state);
            SpanTrail.Restore(instance, state.ParticipantValues);
            PersistencePipeline pipeline = new(services.Participants);
            await load.LoadAsync(token => pipeline.LoadAsync(state.ParticipantValues, token), cancellationToken).ReturnTo(instance);
            instance.Extensions?.SetInstance(new ApplicationProxy(instance));
            pipeline.Publish();
            Reporter? reporter = MakeReporter(instance, program);
            if (reporter is not null)
            {
                reporter.NextRecordNumber = state.NextRecordNumber;
            }

            instance.CompleteInitialization(reporter);
            SaveProtocol.Keep(instance, new StoreSaver(instanceLock, instance.AbortFor));
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

    private static void MakeExtensions(ApplicationInstance instance, Program program)
    {
        WorkflowInstanceExtensionManager? manager = instance.Setup.ExtensionManagerIfAny;
        manager?.MakeReadOnly();
        if (manager is { IsEmpty: false } || program.UsesExtensions)
        {
            instance.Setup.Extensions = ExtensionSet.Create(program, manager, instance.Setup.Store?.Extension);
        }
    }

    private static void DropExtensions(ApplicationInstance instance)
    {
        ExtensionSet? made = instance.Extensions;
        if (made is not null)
        {
            instance.Setup.Extensions = null;
        }

        try
        {
            made?.Dispose();
        }
        catch (Exception)
        {
            // The caller gets the original failure.
        }
    }

    private static Reporter? MakeReporter(ApplicationInstance instance, Program program) =>
        instance.FindExtensions<TrackingParticipant>() is { Length: > 0 } participants
            ? Reporter.Create(program, participants, instance, instance.Services.Clock, instance.Setup.Identity)
            : null;
}
