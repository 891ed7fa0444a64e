namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A queue in saved state.</summary>
[Serializable]
internal sealed record QueueImage(IComparable Name, bool IsEnabled, object?[] Items, QueueSubscription[] Available, QueueSubscription[] Arrived)
{
    public bool IsComplete => Name is not null && Items is not null && Available is not null && Arrived is not null
        && Array.TrueForAll([.. Available, .. Arrived], static subscription => subscription is { Listener: not null, Subscriber: not null });
}
