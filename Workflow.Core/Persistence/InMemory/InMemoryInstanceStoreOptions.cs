namespace Workflow.Persistence;

/// <summary>The settings of an <see cref="InMemoryInstanceStore"/>. Immutable. They have the names and defaults of the settings of the store in a database.</summary>
public sealed class InMemoryInstanceStoreOptions
{
    /// <summary>The maximum renewal period. The current time plus this value is within the range of every clock.</summary>
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromDays(365_000);

    /// <summary>The clock by which leases expire and timers are due; the system clock by default.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public TimeProvider TimeProvider
    {
        get;
        init
        {
            ArgumentNullException.ThrowIfNull(value);
            field = value;
        }
    }

    = TimeProvider.System;

    /// <summary>The action of the store for completed instances; <see cref="InstanceCompletionAction.DeleteAll"/> by default.</summary>
    public InstanceCompletionAction CompletionAction { get; init; } = InstanceCompletionAction.DeleteAll;

    /// <summary>
    /// The interval at which hosts renew leases; 30 seconds by default, above zero, at most 365,000 days. A lease lasts 30 seconds longer.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is zero or negative, or longer than 365,000 days.</exception>
    public TimeSpan LeaseRenewalPeriod
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(value, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, LongestPeriod);
            field = value;
        }
    }

    = TimeSpan.FromSeconds(30);

    /// <summary>
    /// The maximum number of messages that may wait for one instance; 100,000 by default, at least one. Requests to cancel, terminate or suspend are
    /// accepted beyond this limit.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below one.</exception>
    public int MaxWaitingMessages
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    }

    = 100_000;

    /// <summary>
    /// The maximum total size in bytes of the contents that may wait for one instance; 64 MiB by default, at least one. A message is always accepted if no
    /// other message waits, and so are requests to cancel, terminate or suspend.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below one.</exception>
    public long MaxWaitingBytes
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    }

    = 64 * 1024 * 1024;
}
