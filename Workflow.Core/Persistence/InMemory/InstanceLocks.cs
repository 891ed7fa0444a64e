namespace Workflow.Persistence;

/// <summary>Checks the locks for saves and loads in the store in memory, and computes the image after a call that passes the checks.</summary>
internal static class InstanceLocks
{
    /// <summary>Returns the image from which a save starts.</summary>
    public static InstanceImage BaseOf(InstanceOwner owner, InstanceSave save, InstanceImage copy, InstanceImage? current, DateTimeOffset now)
    {
        if (save.LockVersion != 0)
        {
            return Held(owner, save.InstanceId, save.LockVersion, current);
        }

        return current is null
            ? copy with { Created = now, OwnerId = owner.Id }
            : throw new InstanceCollisionException(
                $"The instance '{save.InstanceId}' cannot be saved for the first time, because it is already saved; load it to continue it.", save.InstanceId);
    }

    /// <summary>Returns the image of an instance that an owner holds with a lock of the given version. Throws if the owner does not hold that lock.</summary>
    public static InstanceImage Held(InstanceOwner owner, Guid instanceId, long lockVersion, InstanceImage? current) =>
        current is not null && current.OwnerId == owner.Id && current.LockVersion == lockVersion
            ? current
            : throw new InstanceLockLostException(
                $"The lock {lockVersion} of the instance '{instanceId}' is no longer held by the owner '{owner.Id}'; discard the instance and load it again.",
                instanceId);

    /// <summary>Returns the image after a load by an owner. Throws if the owner cannot load the instance.</summary>
    public static InstanceImage Load(InstanceOwner owner, InstanceRow row, InstanceImage current, OwnerTable owners)
    {
        Guid id = row.InstanceId;
        if (current.IsCompleted)
        {
            throw new InstanceCompleteException($"The instance '{id}' has completed and cannot be loaded.", id);
        }

        if (!owner.Options.Admits(current.DefinitionIdentity))
        {
            throw new VersionMismatchException(owner.Options.Identities.FirstOrDefault(), current.DefinitionIdentity);
        }

        if (current.OwnerId is { } holderId)
        {
            string name = owners.Find(holderId)?.Options.Name ?? string.Empty;
            throw Locked(id, holderId, name, holderId == owner.Id ? "this very owner" : $"the owner '{name}' ({holderId})");
        }

        if (row.Transaction is { IsPrepared: true })
        {
            throw Locked(id, Guid.Empty, null, "a transaction that is about to commit");
        }

        return current.LockedFor(owner.Id);
    }

    public static InstanceNotReadyException NotSaved(Guid instanceId) =>
        new($"There is no saved instance '{instanceId}'; it was never saved, or it has completed and was deleted.", instanceId);

    private static InstanceLockedException Locked(Guid instanceId, Guid ownerId, string? ownerName, string by) =>
        new($"The instance '{instanceId}' is locked by {by}; try again when it has been released.", instanceId, ownerId, ownerName);
}
