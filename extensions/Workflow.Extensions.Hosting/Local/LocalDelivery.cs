using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The port through which a client passes stored messages to the host of its process, which then need not find them in the store. A process that only sends has
/// none. Thread-safe.
/// </summary>
internal abstract class LocalDelivery
{
    /// <summary>
    /// Returns the load number of the instance that was loaded last, if the host takes messages of the store from memory; otherwise null, so that the store has
    /// to wake the hosts. Called before the message is stored.
    /// </summary>
    public abstract long? LastLoaded(InstanceStore store);

    /// <summary>Called when a message was stored.</summary>
    /// <param name="receipt">The receipt.</param>
    /// <param name="message">The message, if it is committed in the store of the host; null if it may not be committed yet.</param>
    /// <param name="lastLoaded">The result of <see cref="LastLoaded"/> before the message was stored; ignored if <paramref name="message"/> is null.</param>
    public abstract void OnStored(MessageReceipt receipt, InstanceMessage? message, long lastLoaded);

    /// <summary>Returns true if the instance is in the memory of the host.</summary>
    public abstract bool IsLoaded(Guid instanceId);
}
