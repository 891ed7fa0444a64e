namespace Workflow.Extensions.Hosting;

/// <summary>Waits of any length. The timers of the system take at most 49.7 days, so a longer wait is divided.</summary>
internal static class LongTime
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(49);

    /// <summary>The first part of a wait. Its end is no reason to do what comes after the whole wait.</summary>
    public static TimeSpan FirstPart(TimeSpan wait) => wait > Longest ? Longest : wait;

    /// <summary>Ends after a time; never for <see cref="Timeout.InfiniteTimeSpan"/>.</summary>
    public static async Task DelayAsync(TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        for (TimeSpan left = wait; ;)
        {
            TimeSpan part = FirstPart(left);
            await Task.Delay(part, clock, cancellationToken).ConfigureAwait(false);
            if (part == left)
            {
                return;
            }

            left -= part;
        }
    }

    /// <summary>The same, but ends without an exception when it is canceled: where that is what usually happens, an exception would be most of the cost.</summary>
    public static async Task PauseAsync(TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        for (TimeSpan left = wait; !cancellationToken.IsCancellationRequested;)
        {
            TimeSpan part = FirstPart(left);
            await Task.Delay(part, clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (part == left)
            {
                return;
            }

            left -= part;
        }
    }

    /// <summary>Cancels a source after a time, unless the token is canceled before. Does not fail.</summary>
    public static async Task CancelAfterAsync(CancellationTokenSource source, TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        await PauseAsync(wait, clock, cancellationToken).ConfigureAwait(false);
        if (!cancellationToken.IsCancellationRequested)
        {
            await source.CancelAsync().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
