using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Starts instances: their first save is all that this process does.</summary>
internal sealed class InstanceStarter(HostConfiguration configuration, InstanceFactory factory)
{
    public async Task<WorkflowReceipt> StartAsync(InstanceStore store, string name, object? inputs, WorkflowStartOptions options, CancellationToken cancellationToken)
    {
        if (!options.IsValid)
        {
            throw new ArgumentException("The options of a start have both StartAt and StartIn; set one of them.", nameof(options));
        }

        HostedDefinition definition = configuration.Definitions.Get(name, options.Version);
        InstanceStore target = options.Delay(configuration.Instances.Clock) is { } delay ? new DelayedStartStore(store, delay) : store;
        (WorkflowApplication application, IDisposable scope) = factory.CreateNew(definition, InputProperties.Of(name, inputs), options.Key, target);
        bool isSaved = false;
        try
        {
            Identify(application, name, options);
            await application.UnloadAsync(cancellationToken).ConfigureAwait(false);
            isSaved = true;
            return new WorkflowReceipt(application.Id, 0, isRepeated: false);
        }
        catch (InstanceCollisionException collision) when (options.DedupeId is not null && collision.InstanceId != application.Id)
        {
            return new WorkflowReceipt(collision.InstanceId, 0, isRepeated: true);
        }
        catch (InstanceKeyCollisionException collision) when (options.Key is not null)
        {
            throw new WorkflowKeyInUseException(options.Key, collision.ConflictingInstanceId, collision);
        }
        catch (Exception exception) when (exception is ArgumentException or SnapshotException)
        {
            throw new WorkflowInputException(name, exception.Message, exception);
        }
        finally
        {
            if (!isSaved)
            {
                // Its owner in the store ends with it.
                application.Abort("The instance was not started.");
            }

            scope.Dispose();
        }
    }

    private static void Identify(WorkflowApplication application, string name, WorkflowStartOptions options)
    {
        if (options.Key is { } key)
        {
            ArgumentException.ThrowIfNullOrEmpty(key, nameof(options));
            application.AddInitialInstanceValues(new Dictionary<XName, object?> { [InstanceParticipant.Key] = key });
        }

        Guid? requestId = options.DedupeId is null ? null : RequestIds.OfStart(name, options.DedupeId);
        application.AddInitialInstanceKeys(options.Key is null ? [] : [RequestIds.OfKey(options.Key)], requestId);
    }
}
