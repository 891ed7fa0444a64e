namespace Workflow.Persistence;

/// <summary>The failures of hosts with an instance. Immutable.</summary>
/// <param name="Count">The number of failures in a row.</param>
/// <param name="LastFailure">The text of the last failure.</param>
/// <param name="RetryAt">The time from which the instance is runnable again; null if it is suspended.</param>
internal sealed record InstanceFailures(int Count, string LastFailure, DateTimeOffset? RetryAt)
{
    public bool IsSuspended => RetryAt is null;

    /// <summary>Creates the state after another failure of an owner, with the retry delay of its options.</summary>
    public static InstanceFailures After(InstanceFailures? before, string failure, InstanceOwnerOptions options, DateTimeOffset now)
    {
        TimeSpan delay = options.RetryDelayAfter(NextCount(before));
        return After(before, failure, options.MaxFailures, delay < DateTimeOffset.MaxValue - now ? now + delay : DateTimeOffset.MaxValue);
    }

    /// <summary>Creates the state after the expiry of the lease of an owner. There is no retry delay, because the lease had to expire first.</summary>
    /// <param name="before">The failures before; null for none.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="isCounted">True if the expiry counts as a failure of the instance.</param>
    /// <param name="now">The time.</param>
    public static InstanceFailures AfterEnd(InstanceFailures? before, InstanceOwner owner, bool isCounted, DateTimeOffset now)
    {
        string failure = $"The owner '{owner.Options.Name}' ({owner.Id}) disappeared before it saved the instance.";
        return isCounted ? After(before, failure, owner.Options.MaxFailures, now) : new InstanceFailures(before?.Count ?? 0, failure, now);
    }

    private static InstanceFailures After(InstanceFailures? before, string failure, int maxFailures, DateTimeOffset retryAt)
    {
        int failures = NextCount(before);
        return new InstanceFailures(failures, failure, failures >= maxFailures ? null : retryAt);
    }

    private static int NextCount(InstanceFailures? before) => Math.Min(before?.Count ?? 0, int.MaxValue - 1) + 1;
}
