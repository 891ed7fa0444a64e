namespace Workflow.Testing;

/// <summary>The timeout, in real time, of operations outside the virtual clock.</summary>
internal static class TestTimeout
{
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(30);

    /// <summary>The largest timeout. The timers of .NET accept at most 49.7 days.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromDays(49);

    public static TimeSpan Check(TimeSpan value) =>
        value == Timeout.InfiniteTimeSpan || (value > TimeSpan.Zero && value <= Longest)
            ? value
            : throw new ArgumentOutOfRangeException(
                nameof(value), value, "The timeout of operations must be positive and at most 49 days, or Timeout.InfiniteTimeSpan.");
}
