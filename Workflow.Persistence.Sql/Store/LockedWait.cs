namespace Workflow.Persistence.Sql;

/// <summary>The delays between attempts to load a locked instance.</summary>
internal sealed class LockedWait(SqlInstanceStoreOptions options)
{
    private static readonly TimeSpan Basic = TimeSpan.FromSeconds(5), First = TimeSpan.FromMilliseconds(100), Longest = TimeSpan.FromSeconds(10);

    private TimeSpan _most = First;

    /// <summary>Waits for the next attempt; false if there must be no further attempt.</summary>
    public async Task<bool> NextAsync(CancellationToken cancellationToken)
    {
        if (options.LockedInstanceBehavior == LockedInstanceBehavior.Fail)
        {
            return false;
        }

        await Task.Delay(
            options.LockedInstanceBehavior == LockedInstanceBehavior.BasicRetry ? Basic : Growing(),
            options.TimeProvider,
            cancellationToken).ConfigureAwait(false);
        return true;
    }

    private TimeSpan Growing()
    {
        TimeSpan wait = First + ((_most - First) * Random.Shared.NextDouble());
        _most = _most * 2 < Longest ? _most * 2 : Longest;
        return wait;
    }
}
