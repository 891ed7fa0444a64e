namespace Workflow.Persistence;

/// <summary>Describes an owner: its name, the definitions whose instances it loads, and its handling of failures. Immutable.</summary>
public sealed class InstanceOwnerOptions
{
    /// <summary>A display name, such as the name of the machine; empty by default. The name need not be unique.</summary>
    public string Name { get; init; } = string.Empty;

    /// <summary>The definitions whose instances the owner loads; empty by default, which means instances without an identity.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Identities
    {
        get;
        init => field = [.. value];
    }

    = [];

    /// <summary>The comparison for <see cref="Identities"/>; <see cref="WorkflowIdentityFilter.Exact"/> by default.</summary>
    public WorkflowIdentityFilter Filter { get; init; }

    /// <summary>
    /// The number of failures in a row after which an instance is suspended, so that it is not runnable until <see cref="InstanceStore.ContinueAsync"/>; 20
    /// by default, which takes about nine hours with the other defaults. At least 1. The options of the owner with the last failure apply.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below 1.</exception>
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

    /// <summary>
    /// The time for which an instance is not runnable after its first failure. The time doubles with each further failure. One second by default, at least
    /// zero.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
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

    /// <summary>The maximum time for which an instance is not runnable after a failure; one hour by default, at least zero.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
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

    /// <summary>Computes the time for which an instance is not runnable after a failure.</summary>
    /// <param name="failures">The number of failures in a row, including this one; at least 1.</param>
    /// <returns>The time.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is below 1.</exception>
    public TimeSpan RetryDelayAfter(int failures)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(failures, 1);

        // The factor is finite, because zero times infinity would be no number.
        double ticks = FirstRetryDelay.Ticks * Math.Min(Math.Pow(2, failures - 1), double.MaxValue);
        return ticks < MaxRetryDelay.Ticks ? TimeSpan.FromTicks((long)ticks) : MaxRetryDelay;
    }

    /// <summary>Determines whether the owner loads instances of a definition.</summary>
    /// <param name="identity">The identity that the instance was saved with; null for none.</param>
    /// <returns>True if the owner loads them. An owner without identities loads instances without an identity.</returns>
    public bool Admits(WorkflowIdentity? identity) => Filter == WorkflowIdentityFilter.Any
        || (identity is null
            ? Identities.Count == 0
            : Identities.Any(own => Filter == WorkflowIdentityFilter.AnyRevision ? identity.IsRevisionOf(own) : identity.Equals(own)));
}
