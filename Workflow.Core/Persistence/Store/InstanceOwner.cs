namespace Workflow.Persistence;

/// <summary>One holder of instances in a store: an application, or a process for all its applications.</summary>
/// <remarks>
/// Made by <see cref="InstanceStore.CreateOwnerAsync"/>, good for the store that made it, and free to use on any thread. A store derives from it to keep what it needs
/// to know an owner by.
/// </remarks>
public class InstanceOwner
{
    /// <summary>Initializes an owner; called by stores.</summary>
    /// <param name="id">Its id; no two owners of a store share one.</param>
    /// <param name="options">Who it is.</param>
    /// <param name="renewalPeriod">How often the lease is to be renewed; <see cref="Timeout.InfiniteTimeSpan"/>: never, it does not expire.</param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The period is zero or negative, and not infinite.</exception>
    public InstanceOwner(Guid id, InstanceOwnerOptions options, TimeSpan renewalPeriod)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (renewalPeriod != Timeout.InfiniteTimeSpan)
        {
            ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(renewalPeriod, TimeSpan.Zero);
        }

        Id = id;
        Options = options;
        RenewalPeriod = renewalPeriod;
    }

    /// <summary>Its id.</summary>
    public Guid Id { get; }

    /// <summary>Who it is.</summary>
    public InstanceOwnerOptions Options { get; }

    /// <summary>
    /// How often a host is to call <see cref="InstanceStore.RenewOwnerAsync"/>, well below the time after which the lease expires;
    /// <see cref="Timeout.InfiniteTimeSpan"/>: never.
    /// </summary>
    public TimeSpan RenewalPeriod { get; }
}
