using System.Collections.ObjectModel;
using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Starts instances. The client only makes their first save; a host runs them. Thread-safe.</summary>
/// <param name="configuration">The definitions and the store of the host.</param>
/// <param name="factory">Creates the applications that make the first save.</param>
/// <param name="local">The host of this process; null if there is none.</param>
internal sealed class InstanceStarter(HostConfiguration configuration, ApplicationFactory factory, LocalStarts? local)
{
    /// <summary>The maximum number of owners that a start uses, one after the other, when owners are lost.</summary>
    private const int MaxOwners = 3;

    private static readonly IReadOnlyDictionary<string, object?> NoInputs = ReadOnlyDictionary<string, object?>.Empty;

    public async Task<WorkflowReceipt> StartAsync(
        InstanceStore store, string name, IReadOnlyDictionary<string, object?>? inputs, WorkflowStartOptions options, CancellationToken cancellationToken)
    {
        if (!options.IsValid)
        {
            throw new ArgumentException("The options of a start have both StartAt and StartIn; set one of them.", nameof(options));
        }

        ChosenId.Check(options.Key, "key");
        ChosenId.Check(options.RequestId, "request id");

        HostedDefinition definition = configuration.Definitions.Get(name, options.Version);
        TimeSpan? delay = options.Delay(configuration.Instances.Clock);
        IDictionary<string, object?> values = inputs as IDictionary<string, object?> ?? new Dictionary<string, object?>(inputs ?? NoInputs);
        bool isOwnStore = ReferenceEquals(store, configuration.Store);
        InstanceOwner? owner = local is not null && isOwnStore && delay is null ? await local.GetOwnerAsync(cancellationToken).ConfigureAwait(false) : null;
        for (int owners = 1; ; owners++)
        {
            FirstSaveStore first = new(store, owner, delay);
            (WorkflowApplication application, InstanceScope scope) = factory.CreateNew(
                definition, values, options.Key, isOwnStore || delay is not null ? first : store);
            LocalStart? start = owner is null ? null : local!.TryBegin(definition, application.Id, owner);
            first.KeepsLock = start is not null;
            try
            {
                return await SaveAsync(application, name, options, cancellationToken).ConfigureAwait(false);
            }
            catch (InstancePersistenceException lost) when (isOwnStore && lost is InstanceOwnerException or InstanceLockLostException)
            {
                // The owner may have been lost while persistence participants were still at work, so the failure does not show the result. The store has
                // answered, so a query shows whether the instance was saved.
                if (await InstanceQueries.FindAsync(store, application.Id, cancellationToken).ConfigureAwait(false) is not null)
                {
                    return new WorkflowReceipt { InstanceId = application.Id };
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
                await EndAsync(start, first).ConfigureAwait(false);
                await scope.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    /// <summary>Lets the host continue the saved instance, even if the caller gets an exception for a failure after the save.</summary>
    private static async Task EndAsync(LocalStart? start, FirstSaveStore first)
    {
        if (start is null)
        {
            return;
        }

        if (first.TakeKept() is { } kept)
        {
            await start.ContinueAsync(kept).ConfigureAwait(false);
        }
        else
        {
            start.Cancel();
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
            return new WorkflowReceipt { InstanceId = application.Id };
        }
        catch (InstanceCollisionException collision) when (options.RequestId is not null && collision.InstanceId != application.Id)
        {
            return new WorkflowReceipt { InstanceId = collision.InstanceId, IsRepeated = true };
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
            application.AddInitialInstanceValues(new Dictionary<XName, object?> { [InstanceValueNames.Key] = key });
        }

        Guid? requestId = options.RequestId is null ? null : RequestIds.OfStart(name, options.RequestId);
        application.AddInitialInstanceKeys(options.Key is null ? [] : [RequestIds.OfKey(options.Key)], requestId);
    }
}
