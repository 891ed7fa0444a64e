namespace Workflow.Hosting;

/// <summary>The abort that an instance will carry out in its next step. The first request wins; later ones have no effect. Thread-safe.</summary>
/// <remarks>A mutable struct; it must be a field.</remarks>
internal struct PendingAbort
{
    private AbortRequest? _request;

    /// <summary>The request; null if there is none.</summary>
    public readonly AbortRequest? Request => Volatile.Read(in _request);

    /// <summary>Requests an abort; returns false if one was requested before.</summary>
    /// <param name="reason">The reason; null if an activity gave none.</param>
    public bool TryRequest(Exception? reason) => Interlocked.CompareExchange(ref _request, new AbortRequest(reason), null) is null;
}
