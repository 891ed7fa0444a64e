namespace Workflow.Persistence.Sql;

/// <summary>Creates the exceptions for unsuccessful outcomes of calls.</summary>
internal static class StoreErrors
{
    /// <summary>Creates the exception for calls to a disposed store.</summary>
    public static ObjectDisposedException Disposed() => new("SqlInstanceStore");

    public static InstanceOwnerException OwnerGone(InstanceOwner owner) => new(
        $"The owner '{owner.Id}' was deleted, or its lease has expired, so other owners may have its instances; create an owner and load them again.",
        owner.Id);

    public static InstanceNotReadyException NotSaved(Guid instanceId) =>
        new($"There is no saved instance '{instanceId}'; it was never saved, or it has completed and was deleted.", instanceId);

    /// <summary>Creates the exception for a save or unlock.</summary>
    public static Exception OfWrite(StoreResult result, InstanceOwner owner, Guid instanceId, long lockVersion) => result.Outcome switch
    {
        StoreOutcome.OwnerGone => OwnerGone(owner),
        StoreOutcome.Exists => new InstanceCollisionException(
            $"The instance '{instanceId}' cannot be saved for the first time, because it is already saved; load it to continue it.", instanceId),
        StoreOutcome.Started => new InstanceCollisionException(
            $"The request that starts the instance '{instanceId}' has already started the instance '{result.InstanceId}'; continue with that instance.",
            result.InstanceId),
        StoreOutcome.KeyTaken => new InstanceKeyCollisionException(
            $"The key '{result.Key}' belongs to the instance '{result.InstanceId}' and cannot also be assigned to '{instanceId}'; use a unique key.",
            instanceId,
            result.Key,
            result.InstanceId),
        _ => new InstanceLockLostException(
            $"The lock {lockVersion} of the instance '{instanceId}' is no longer held by the owner '{owner.Id}'; discard the instance and load it again.",
            instanceId),
    };

    /// <summary>Creates the exception for a load.</summary>
    public static Exception OfLoad(StoreResult result, InstanceOwner owner, Guid? key) => result.Outcome switch
    {
        StoreOutcome.OwnerGone => OwnerGone(owner),
        StoreOutcome.KeyUnknown => new InstanceKeyNotReadyException($"The key '{key}' belongs to no saved instance.", key ?? Guid.Empty),
        StoreOutcome.Completed => new InstanceCompleteException($"The instance '{result.InstanceId}' has completed and cannot be loaded.", result.InstanceId),
        StoreOutcome.OtherDefinition => new VersionMismatchException(owner.Options.Identities.FirstOrDefault(), result.Identity),
        StoreOutcome.Locked => new InstanceLockedException(
            $"The instance '{result.InstanceId}' is locked by {Holder(result, owner)}; try again when it has been released.",
            result.InstanceId,
            result.HolderId,
            result.HolderName),
        _ => NotSaved(result.InstanceId),
    };

    /// <summary>Creates the exception for a message.</summary>
    public static Exception OfSend(StoreResult result, InstanceMessage message) => result.Outcome switch
    {
        StoreOutcome.KeyUnknown => new InstanceKeyNotReadyException(
            $"The key '{message.Key}' belongs to no saved instance; send the message when an instance with the key has been saved.", message.Key ?? Guid.Empty),
        StoreOutcome.Completed => new InstanceCompleteException(
            $"The instance '{result.InstanceId}' has completed and takes no messages.", result.InstanceId),
        StoreOutcome.InboxFull => new InstanceInboxFullException(
            $"The instance '{result.InstanceId}' takes no more messages, because too many wait for it; send the message later, or raise 'MaxWaitingMessages' or 'MaxWaitingBytes'.",
            result.InstanceId),
        _ => NotSaved(message.InstanceId ?? Guid.Empty),
    };

    private static string Holder(StoreResult result, InstanceOwner owner) =>
        result.HolderId == owner.Id ? "this very owner" : $"the owner '{result.HolderName}' ({result.HolderId})";
}
