namespace Workflow.Persistence;

/// <summary>The data of an unlock, which leaves the saved state of the instance unchanged. Immutable.</summary>
public sealed class InstanceUnlock
{
    private InstanceUnlock(Guid instanceId, long lockVersion, UnlockKind kind, string? reason)
    {
        InstanceId = instanceId;
        LockVersion = lockVersion;
        Kind = kind;
        Reason = reason;
    }

    /// <summary>The instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>
    /// The version of the lock that the caller holds. A store rejects any other version, so that an unlock can be repeated if its answer was lost.
    /// </summary>
    public long LockVersion { get; }

    /// <summary>The reason of the unlock.</summary>
    public UnlockKind Kind { get; }

    /// <summary>
    /// The text for <see cref="InstanceSummary.LastFailure"/>; hosts pass at most 2000 characters. Null for <see cref="UnlockKind.Release"/> only.
    /// </summary>
    public string? Reason { get; }

    /// <summary>Creates the unlock of an instance that the host no longer needs.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lockVersion">The version of the lock that the caller holds, from the last save or load.</param>
    /// <returns>An unlock of the kind <see cref="UnlockKind.Release"/>.</returns>
    public static InstanceUnlock Release(Guid instanceId, long lockVersion) => new(instanceId, lockVersion, UnlockKind.Release, null);

    /// <summary>Creates the unlock of an instance with which the host has failed.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lockVersion">The version of the lock that the caller holds, from the last save or load.</param>
    /// <param name="reason">The text for <see cref="InstanceSummary.LastFailure"/>.</param>
    /// <returns>An unlock of the kind <see cref="UnlockKind.Failure"/>.</returns>
    /// <exception cref="ArgumentNullException">The reason is null.</exception>
    public static InstanceUnlock Failure(Guid instanceId, long lockVersion, string reason)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return new InstanceUnlock(instanceId, lockVersion, UnlockKind.Failure, reason);
    }

    /// <summary>Creates the unlock of an instance that is suspended.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lockVersion">The version of the lock that the caller holds, from the last save or load.</param>
    /// <param name="reason">The text for <see cref="InstanceSummary.LastFailure"/>.</param>
    /// <returns>An unlock of the kind <see cref="UnlockKind.Suspension"/>.</returns>
    /// <exception cref="ArgumentNullException">The reason is null.</exception>
    public static InstanceUnlock Suspension(Guid instanceId, long lockVersion, string reason)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return new InstanceUnlock(instanceId, lockVersion, UnlockKind.Suspension, reason);
    }
}
