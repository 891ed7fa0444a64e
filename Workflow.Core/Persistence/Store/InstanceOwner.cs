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
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public InstanceOwner(Guid id, InstanceOwnerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        Id = id;
        Options = options;
    }

    /// <summary>The id, unique in the store.</summary>
    public Guid Id { get; }

    /// <summary>The options of the owner.</summary>
    public InstanceOwnerOptions Options { get; }

    /// <summary>
    /// The interval at which a host must call <see cref="InstanceStore.RenewOwnerAsync"/>. It is well below the duration of the lease.
    /// <see cref="Timeout.InfiniteTimeSpan"/>, the default, for a lease that does not expire.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero or negative, and not infinite.</exception>
    public TimeSpan RenewalPeriod
    {
        get;
        init
        {
            if (value != Timeout.InfiniteTimeSpan)
            {
                ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(value, TimeSpan.Zero);
            }

            field = value;
        }
    }

    = Timeout.InfiniteTimeSpan;
}
