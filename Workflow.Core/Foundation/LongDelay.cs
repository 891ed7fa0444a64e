namespace Workflow.Foundation;

/// <summary>Delays of any length: system timers take at most 49.7 days, so a longer delay is divided.</summary>
internal static class LongDelay
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(49);

    /// <summary>Completes after the given time; never for <see cref="Timeout.InfiniteTimeSpan"/>.</summary>
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
