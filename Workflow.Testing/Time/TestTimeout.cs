namespace Workflow.Testing;

/// <summary>How long the kit waits in real time, which is only for operations outside the virtual clock.</summary>
internal static class TestTimeout
{
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(30);

    public static TimeSpan Check(TimeSpan value) =>
        value > TimeSpan.Zero || value == Timeout.InfiniteTimeSpan
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "The timeout of operations must be positive or infinite.");
}
