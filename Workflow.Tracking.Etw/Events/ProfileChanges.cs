namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// Tokens that are canceled when participants may select another profile. The tokens are spread over several sources by thread, because every new instance
/// registers with one.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class ProfileChanges
{
    private const int Stripes = 16;

    private readonly CancellationTokenSource[] _sources = [.. Enumerable.Range(0, Stripes).Select(_ => new CancellationTokenSource())];
    private int _generation;

    /// <summary>A token that is not canceled yet, unless a change is being announced concurrently.</summary>
    public CancellationToken Token => Volatile.Read(ref _sources[Environment.CurrentManagedThreadId % Stripes]).Token;

    /// <summary>The number of announced changes.</summary>
    public int Generation => Volatile.Read(ref _generation);

    /// <summary>Cancels the tokens. Called after the change, because the notified participants select their profiles again at once.</summary>
    public void Announce()
    {
        // Incremented before the cancellation, so that participants that are notified see the new generation.
        Interlocked.Increment(ref _generation);
        for (int i = 0; i < Stripes; i++)
        {
            // The old source is not disposed, because a thread that has just read it may still read its token.
            Interlocked.Exchange(ref _sources[i], new CancellationTokenSource()).Cancel();
        }
    }
}
