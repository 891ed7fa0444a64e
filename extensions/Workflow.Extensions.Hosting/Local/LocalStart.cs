using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The reserved capacity of the host for an instance that a client of its process is starting. The first save keeps the lock, and the host continues the saved
/// instance. One of the two methods must be called, once.
/// </summary>
internal abstract class LocalStart
{
    /// <summary>Lets the host run the saved instance. Does not throw.</summary>
    /// <param name="saved">The saved instance, as a load would return it.</param>
    /// <returns>A task that completes when the host has the instance in memory, or has released it.</returns>
    public abstract Task ContinueAsync(StoredInstance saved);

    /// <summary>Ends the reservation, because the instance was not saved.</summary>
    public abstract void Cancel();
}
