namespace Workflow.Extensions.Hosting;

/// <summary>Waits for durations of any length. System timers are limited to 49.7 days, so a longer wait is divided into parts.</summary>
internal static class LongTime
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(49);

    /// <summary>Returns the first part of a wait. When the part has elapsed, the caller must check whether the complete wait has elapsed.</summary>
    public static TimeSpan FirstPart(TimeSpan wait) => wait > Longest ? Longest : wait;

    /// <summary>Completes after a time; never for <see cref="Timeout.InfiniteTimeSpan"/>.</summary>
    public static async Task DelayAsync(TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        for (TimeSpan remaining = wait; ;)
        {
            TimeSpan part = FirstPart(remaining);
            await Task.Delay(part, clock, cancellationToken).ConfigureAwait(false);
            if (part == remaining)
            {
                return;
            }

            remaining -= part;
        }
    }

    /// <summary>
    /// Waits like <see cref="DelayAsync"/>, but completes without an exception when canceled. For waits that are usually canceled, the exception would dominate
    /// the cost.
    /// </summary>
    public static async Task PauseAsync(TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        for (TimeSpan remaining = wait; !cancellationToken.IsCancellationRequested;)
        {
            TimeSpan part = FirstPart(remaining);
            await Task.Delay(part, clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (part == remaining)
            {
                return;
            }

            remaining -= part;
        }
    }

    /// <summary>Cancels a source after a time, unless the token is canceled before. Does not throw.</summary>
    public static async Task CancelAfterAsync(CancellationTokenSource source, TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        await PauseAsync(wait, clock, cancellationToken).ConfigureAwait(false);
        if (!cancellationToken.IsCancellationRequested)
        {
            await source.CancelAsync().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
