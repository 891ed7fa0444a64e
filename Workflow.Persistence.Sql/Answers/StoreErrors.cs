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
    public static Exception OfWrite(StoreResult answer, InstanceOwner owner, Guid instanceId, long lockVersion) => answer.Outcome switch
    {
        StoreOutcome.OwnerGone => OwnerGone(owner),
        StoreOutcome.Exists => new InstanceCollisionException(
            $"The instance '{instanceId}' cannot be saved for the first time, because it is already saved; load it to continue it.", instanceId),
        StoreOutcome.Started => new InstanceCollisionException(
            $"The request that starts the instance '{instanceId}' has already started the instance '{answer.InstanceId}'; continue with that instance.",
            answer.InstanceId),
        StoreOutcome.KeyTaken => new InstanceKeyCollisionException(
            $"The key '{answer.Key}' belongs to the instance '{answer.InstanceId}' and cannot also be assigned to '{instanceId}'; use a unique key.",
            instanceId,
            answer.Key,
            answer.InstanceId),
        _ => new InstanceLockLostException(
            $"The lock {lockVersion} of the instance '{instanceId}' is no longer held by the owner '{owner.Id}'; discard the instance and load it again.",
            instanceId),
    };

    /// <summary>Creates the exception for a load.</summary>
    public static Exception OfLoad(StoreResult answer, InstanceOwner owner, Guid? key) => answer.Outcome switch
    {
        StoreOutcome.OwnerGone => OwnerGone(owner),
        StoreOutcome.KeyUnknown => new InstanceKeyNotReadyException($"The key '{key}' belongs to no saved instance.", key ?? Guid.Empty),
        StoreOutcome.Completed => new InstanceCompleteException($"The instance '{answer.InstanceId}' has completed and cannot be loaded.", answer.InstanceId),
        StoreOutcome.OtherDefinition => new VersionMismatchException(owner.Options.Identities.FirstOrDefault(), answer.Identity),
        StoreOutcome.Locked => new InstanceLockedException(
            $"The instance '{answer.InstanceId}' is locked by {Holder(answer, owner)}; try again when it has been released.",
            answer.InstanceId,
            answer.HolderId,
            answer.HolderName),
        _ => NotSaved(answer.InstanceId),
    };

    /// <summary>Creates the exception for a message.</summary>
    public static Exception OfSend(StoreResult answer, InstanceMessage message) => answer.Outcome switch
    {
        StoreOutcome.KeyUnknown => new InstanceKeyNotReadyException(
            $"The key '{message.Key}' belongs to no saved instance; send the message when an instance with the key has been saved.", message.Key ?? Guid.Empty),
        StoreOutcome.Completed => new InstanceCompleteException(
            $"The instance '{answer.InstanceId}' has completed and takes no messages.", answer.InstanceId),
        StoreOutcome.InboxFull => new InstanceInboxFullException(
            $"The instance '{answer.InstanceId}' takes no more messages, because too many wait for it; send the message later, or raise 'MaxWaitingMessages' or 'MaxWaitingBytes'.",
            answer.InstanceId),
        _ => NotSaved(message.InstanceId ?? Guid.Empty),
    };

    private static string Holder(StoreResult answer, InstanceOwner owner) =>
        answer.HolderId == owner.Id ? "this very owner" : $"the owner '{answer.HolderName}' ({answer.HolderId})";
}
