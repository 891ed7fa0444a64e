namespace Workflow.Persistence;

/// <summary>An owner of instances in a store: one application, or a process for all its applications.</summary>
/// <remarks>
/// <see cref="InstanceStore.CreateOwnerAsync"/> creates an owner. It can be used only with that store. Thread-safe. A store derives from this class to keep
/// the data with which it identifies an owner.
/// </remarks>
public class InstanceOwner
{
    /// <summary>Initializes an owner. Stores call this constructor.</summary>
    /// <param name="id">The id, unique in the store.</param>
    /// <param name="options">The options of the owner.</param>
    /// <param name="renewalPeriod">
    /// The interval at which hosts renew the lease; <see cref="Timeout.InfiniteTimeSpan"/> for a lease that does not expire.
    /// </param>
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

    /// <summary>The id, unique in the store.</summary>
    public Guid Id { get; }

    /// <summary>The options of the owner.</summary>
    public InstanceOwnerOptions Options { get; }

    /// <summary>
    /// The interval at which a host must call <see cref="InstanceStore.RenewOwnerAsync"/>. It is well below the duration of the lease;
    /// <see cref="Timeout.InfiniteTimeSpan"/> for a lease that does not expire.
    /// </summary>
    public TimeSpan RenewalPeriod { get; }
}
