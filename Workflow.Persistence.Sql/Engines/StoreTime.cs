namespace Workflow.Persistence.Sql;

/// <summary>Converts times to the format of the databases: whole microseconds since 1970-01-01 in UTC.</summary>
internal static class StoreTime
{
    private static readonly long Latest = Of(DateTimeOffset.MaxValue);

    public static long Of(DateTimeOffset time) => (time.UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) / TimeSpan.TicksPerMicrosecond;

    public static long Of(TimeSpan span) => span.Ticks / TimeSpan.TicksPerMicrosecond;

    /// <summary>Adds a span to a time; null if the result is after the year 9999.</summary>
    public static long? After(long time, TimeSpan span)
    {
        long wait = Math.Max(0, Of(span));
        return wait < Latest - time ? time + wait : null;
    }

    /// <summary>Converts a stored time to a <see cref="DateTimeOffset"/>.</summary>
    /// <exception cref="FormatException">The time is before the year 1 or after the year 9999.</exception>
    public static DateTimeOffset ToDateTimeOffset(long time) => time >= Of(DateTimeOffset.MinValue) && time <= Latest
        ? DateTimeOffset.UnixEpoch.AddTicks(time * TimeSpan.TicksPerMicrosecond)
        : throw new FormatException($"The time {time} is out of range.");
}
