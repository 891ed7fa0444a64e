using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Runs the instances whose first save has kept the lock for the host. Thread-safe.</summary>
internal sealed class StartedInstances(
    HostConfiguration configuration, LoadedInstances loaded, MessageReceiver receiver, LoadedInstanceRunner runner, ILogger logger)
{
    /// <summary>Begins the start of an instance for which capacity is reserved.</summary>
    public LocalStart Begin(HostedDefinition definition, Guid instanceId, InstanceOwner owner, CancellationToken stopping) =>
        new Started(this, definition, instanceId, owner, stopping) { Number = loaded.NextNumber(), MissedCount = receiver.MissedCount };

    private async Task ContinueAsync(Started start, StoredInstance saved)
    {
        try
        {
            // The execution context of the caller, such as its culture, must not flow to the instance.
            Task adding;
            using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
            {
                adding = Task.Run(() => AddAsync(start, saved));
            }

            await adding.ConfigureAwait(false);
        }
        catch (InstanceOwnerException)
        {
            // The owner, and with it the lock, was lost after the save. Another owner loads the instance.
        }
        catch (Exception exception)
        {
            logger.ReceiveFailed(start.InstanceId, exception);
        }
        finally
        {
            EndReservation();
        }
    }

    private void EndReservation() => loaded.EndReservation();

    private async Task AddAsync(Started start, StoredInstance saved)
    {
        WorkflowApplicationInstance found = WorkflowApplicationInstance.OfLocked(configuration.Store, start.Owner, saved);
        LoadedInstance instance = await runner.CreateAsync(start.Definition, found).ConfigureAwait(false);
        loaded.Add(instance, start.Number);

        // Compared after the instance was added; the receiver counts before it looks again. A message that was missed since the start is only in the store.
        bool mayHaveMessages = receiver.MissedCount != start.MissedCount;
        runner.Begin(instance, found, start.Owner, mayHaveMessages, start.Stopping);
    }

    /// <summary>An instance between the reservation of its capacity and the end of its first save.</summary>
    private sealed class Started(
        StartedInstances instances, HostedDefinition definition, Guid instanceId, InstanceOwner owner, CancellationToken stopping) : LocalStart
    {
        public HostedDefinition Definition => definition;

        public Guid InstanceId => instanceId;

        public InstanceOwner Owner => owner;

        public CancellationToken Stopping => stopping;

        /// <summary>The load number, assigned before the save.</summary>
        public required long Number { get; init; }

        /// <summary>The number of missed messages, read before the save.</summary>
        public required long MissedCount { get; init; }

        public override Task ContinueAsync(StoredInstance saved) => instances.ContinueAsync(this, saved);

        public override void Cancel() => instances.EndReservation();
    }
}
