using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Starts instances: their first save is all that this process does.</summary>
internal sealed class InstanceStarter(HostConfiguration configuration, InstanceFactory factory, WorkflowHost host)
{
    /// <summary>The number of owners that a start uses if one after the other is lost.</summary>
    private const int MaxOwners = 3;

    public async Task<WorkflowReceipt> StartAsync(InstanceStore store, string name, object? inputs, WorkflowStartOptions options, CancellationToken cancellationToken)
    {
        if (!options.IsValid)
        {
            throw new ArgumentException("The options of a start have both StartAt and StartIn; set one of them.", nameof(options));
        }

        ChosenId.Check(options.Key, "key");
        ChosenId.Check(options.DedupeId, "dedupe id");

        HostedDefinition definition = configuration.Definitions.Get(name, options.Version);
        TimeSpan? delay = options.Delay(configuration.Instances.Clock);
        bool isOwnStore = ReferenceEquals(store, configuration.Store);
        InstanceOwner? owner = isOwnStore && delay is null ? await host.Owner.GetAsync(cancellationToken).ConfigureAwait(false) : null;
        for (int owners = 1; ; owners++)
        {
            FirstSaveStore first = new(store, owner, delay);
            (WorkflowApplication application, InstanceScope scope) = factory.CreateNew(definition, InputProperties.Of(name, inputs), options.Key, isOwnStore || delay is not null ? first : store);
            LocalStart? local = host.TryBeginStart(definition, application.Id, store, owner);
            first.KeepsLock = local is not null;
            try
            {
                return await SaveAsync(application, name, options, cancellationToken).ConfigureAwait(false);
            }
            catch (InstancePersistenceException lost) when (isOwnStore && lost is InstanceOwnerException or InstanceLockLostException)
            {
                // The store has answered, so it is certain whether the instance is there: its participants may have been at work when the owner was lost.
                if (await CompletionWait.FindAsync(store, application.Id, cancellationToken).ConfigureAwait(false) is not null)
                {
                    return new WorkflowReceipt(application.Id, 0, isRepeated: false);
                }

                if (owners == MaxOwners)
                {
                    throw;
                }

                // This process did not run for longer than its lease. Its host may not have the next owner yet, so the start has one of its own.
                owner = null;
            }
            finally
            {
                await EndAsync(local, first).ConfigureAwait(false);
                await scope.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    /// <summary>The host goes on with what was saved, also if the caller was told of a failure that came after the save.</summary>
    private static async Task EndAsync(LocalStart? local, FirstSaveStore first)
    {
        if (local is null)
        {
            return;
        }

        if (first.TakeKept() is { } kept)
        {
            await local.ContinueAsync(kept).ConfigureAwait(false);
        }
        else
        {
            local.Cancel();
        }
    }

    private static async Task<WorkflowReceipt> SaveAsync(WorkflowApplication application, string name, WorkflowStartOptions options, CancellationToken cancellationToken)
    {
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
        }
    }

    private static void Identify(WorkflowApplication application, string name, WorkflowStartOptions options)
    {
        if (options.Key is { } key)
        {
            application.AddInitialInstanceValues(new Dictionary<XName, object?> { [InstanceParticipant.Key] = key });
        }

        Guid? requestId = options.DedupeId is null ? null : RequestIds.OfStart(name, options.DedupeId);
        application.AddInitialInstanceKeys(options.Key is null ? [] : [RequestIds.OfKey(options.Key)], requestId);
    }
}
