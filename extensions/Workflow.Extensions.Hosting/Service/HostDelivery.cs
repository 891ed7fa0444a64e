using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Passes the messages of the clients of this process to the instances of the host, while it has an owner. Thread-safe.</summary>
internal sealed class HostDelivery(HostConfiguration configuration, HostStatus status, LoadedInstances loaded, MessageReceiver receiver) : LocalDelivery
{
    public override long? LastLoaded(InstanceStore store) =>
        status.Owner is not null && ReferenceEquals(store, configuration.Store) ? loaded.LastNumber : null;

    public override void OnStored(MessageReceipt receipt, InstanceMessage? message, long lastLoaded)
    {
        if (status.Owner is { } owner)
        {
            receiver.Receive(owner, receipt, message, lastLoaded);
        }
    }

    public override bool IsLoaded(Guid instanceId) => loaded.Find(instanceId) is not null;
}
