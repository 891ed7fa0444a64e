namespace Workflow.Persistence;

/// <summary>Who wants to hold instances, and which. Immutable.</summary>
public sealed class InstanceOwnerOptions
{
    /// <summary>A name for people, such as that of the machine; empty by default. Owners may share one.</summary>
    public string Name { get; init; } = string.Empty;

    /// <summary>The definitions whose instances the owner takes; empty by default, which stands for instances without identity.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Identities
    {
        get;
        init => field = [.. value];
    }

    = [];

    /// <summary>How <see cref="Identities"/> are compared; <see cref="WorkflowIdentityFilter.Exact"/> by default.</summary>
    public WorkflowIdentityFilter Filter { get; init; }

    /// <summary>
    /// How many failures in a row set an instance aside, so that it is not runnable any more before <see cref="InstanceStore.ReleaseAsync"/>; 20 by default, which
    /// takes about nine hours with the other defaults. At least 1. The options of the owner that fails last count.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">It is below 1.</exception>
    public int MaxFailures
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    }

    = 20;

    /// <summary>How long an instance is not runnable after its first failure; each further one doubles the time. One second by default, at least zero.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
    public TimeSpan FirstRetryDelay
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    }

    = TimeSpan.FromSeconds(1);

    /// <summary>The longest such time; one hour by default, at least zero.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
    public TimeSpan MaxRetryDelay
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    }

    = TimeSpan.FromHours(1);

    /// <summary>How long an instance is not runnable after a failure.</summary>
    /// <param name="failures">How many failures there have been in a row, with this one; at least 1.</param>
    /// <returns>The time.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is below 1.</exception>
    public TimeSpan RetryDelayAfter(int failures)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(failures, 1);
        double ticks = FirstRetryDelay.Ticks * Math.Pow(2, failures - 1);
        return ticks < MaxRetryDelay.Ticks ? TimeSpan.FromTicks((long)ticks) : MaxRetryDelay;
    }

    /// <summary>Whether the owner takes instances of a definition.</summary>
    /// <param name="identity">The identity that the instance was saved with; null: none.</param>
    /// <returns>Whether it does. An owner without identities takes instances without one.</returns>
    public bool Admits(WorkflowIdentity? identity) => Filter == WorkflowIdentityFilter.Any
        || (identity is null
            ? Identities.Count == 0
            : Identities.Any(own => Filter == WorkflowIdentityFilter.AnyRevision ? identity.IsRevisionOf(own) : identity.Equals(own)));
}
