namespace Workflow.Tracking.Etw.Events;

/// <summary>Tokens that are canceled when participants would choose another profile. Several, by thread, because every instance that begins registers with one.</summary>
/// <remarks>Safe from any thread.</remarks>
internal sealed class ProfileChanges
{
    private const int Stripes = 16;

    private readonly CancellationTokenSource[] _sources = [.. Enumerable.Range(0, Stripes).Select(_ => new CancellationTokenSource())];
    private int _generation;

    /// <summary>One that is not canceled yet, unless a change is being announced at this moment.</summary>
    public CancellationToken Token => Volatile.Read(ref _sources[Environment.CurrentManagedThreadId % Stripes]).Token;

    /// <summary>How many changes were announced.</summary>
    public int Generation => Volatile.Read(ref _generation);

    /// <summary>Called after the change: whoever is told asks again at once.</summary>
    public void Announce()
    {
        Interlocked.Increment(ref _generation);
        for (int i = 0; i < Stripes; i++)
        {
            // Not disposed of: whoever has just read the old one still asks it for its token.
            Interlocked.Exchange(ref _sources[i], new CancellationTokenSource()).Cancel();
        }
    }
}
