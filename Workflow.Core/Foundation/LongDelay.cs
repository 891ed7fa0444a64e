namespace Workflow.Foundation;

/// <summary>Waits of any length: the timers of the system take at most 49.7 days, so a longer wait is divided.</summary>
internal static class LongDelay
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(49);

    /// <summary>Ends after a time; never for <see cref="Timeout.InfiniteTimeSpan"/>.</summary>
    public static Task RunAsync(TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken) =>
        wait <= Longest ? Task.Delay(wait, clock, cancellationToken) : RunInPartsAsync(wait, clock, cancellationToken);

    private static async Task RunInPartsAsync(TimeSpan wait, TimeProvider clock, CancellationToken cancellationToken)
    {
        for (; wait > Longest; wait -= Longest)
        {
            await Task.Delay(Longest, clock, cancellationToken).ConfigureAwait(false);
        }

        await Task.Delay(wait, clock, cancellationToken).ConfigureAwait(false);
    }
}
