namespace Workflow.Persistence;

/// <summary>That hosts failed with an instance. Immutable.</summary>
/// <param name="Failures">How often in a row.</param>
/// <param name="LastFailure">What the last failure was.</param>
/// <param name="RetryAt">Before when it is not runnable again; null: it is set aside.</param>
internal sealed record InstanceTrouble(int Failures, string LastFailure, DateTimeOffset? RetryAt)
{
    public bool IsSetAside => RetryAt is null;

    /// <summary>After one more failure of an owner, which is put off by its options.</summary>
    public static InstanceTrouble After(InstanceTrouble? before, string failure, InstanceOwnerOptions options, DateTimeOffset now)
    {
        TimeSpan delay = options.RetryDelayAfter(NextCount(before));
        return After(before, failure, options.MaxFailures, delay < DateTimeOffset.MaxValue - now ? now + delay : DateTimeOffset.MaxValue);
    }

    /// <summary>After the end of an owner: that its lease had to expire was wait enough.</summary>
    public static InstanceTrouble AfterEnd(InstanceTrouble? before, InstanceOwner owner, DateTimeOffset now) =>
        After(before, $"The owner '{owner.Options.Name}' ({owner.Id}) disappeared before it saved the instance.", owner.Options.MaxFailures, now);

    private static InstanceTrouble After(InstanceTrouble? before, string failure, int maxFailures, DateTimeOffset retryAt)
    {
        int failures = NextCount(before);
        return new InstanceTrouble(failures, failure, failures >= maxFailures ? null : retryAt);
    }

    private static int NextCount(InstanceTrouble? before) => Math.Min(before?.Failures ?? 0, int.MaxValue - 1) + 1;
}
