using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Starts instances. This process only makes their first save; a host runs them.</summary>
internal sealed class InstanceStarter(HostConfiguration configuration, InstanceFactory factory, WorkflowHost host)
{
    /// <summary>The maximum number of owners that a start uses, one after the other, when owners are lost.</summary>
    private const int MaxOwners = 3;

    public async Task<WorkflowReceipt> StartAsync(
        InstanceStore store, string name, object? inputs, WorkflowStartOptions options, CancellationToken cancellationToken)
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
            (WorkflowApplication application, InstanceScope scope) = factory.CreateNew(
                definition, InputProperties.Of(name, inputs), options.Key, isOwnStore || delay is not null ? first : store);
            LocalStart? local = host.TryBeginStart(definition, application.Id, store, owner);
            first.KeepsLock = local is not null;
            try
            {
                return await SaveAsync(application, name, options, cancellationToken).ConfigureAwait(false);
            }
            catch (InstancePersistenceException lost) when (isOwnStore && lost is InstanceOwnerException or InstanceLockLostException)
            {
                // The owner may have been lost while persistence participants were still at work, so the failure does not show the result. The store has
                // answered, so a query shows whether the instance was saved.
                if (await CompletionWait.FindAsync(store, application.Id, cancellationToken).ConfigureAwait(false) is not null)
                {
                    return new WorkflowReceipt(application.Id, 0, isRepeated: false);
                }

                if (owners == MaxOwners)
                {
                    throw;
                }

                // This process was suspended for longer than its lease. The host may not have its next owner yet, so the next attempt uses an owner of its own.
                owner = null;
            }
            finally
            {
                await EndAsync(local, first).ConfigureAwait(false);
                await scope.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    /// <summary>Lets the host continue the saved instance, even if the caller gets an exception for a failure after the save.</summary>
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

    private static async Task<WorkflowReceipt> SaveAsync(
        WorkflowApplication application, string name, WorkflowStartOptions options, CancellationToken cancellationToken)
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
                // The abort also deletes the owner that the application has created in the store.
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
