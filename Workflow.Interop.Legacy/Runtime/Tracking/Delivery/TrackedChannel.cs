namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The channel of one service for one instance. Only the thread that runs the instance uses it.</summary>
internal sealed class TrackedChannel(TrackingChannelSource source, TrackingChannel channel)
{
    public TrackingChannelSource Source => source;

    public TrackingChannel Channel => channel;

    /// <summary>The profile; null if nothing is tracked.</summary>
    public required ProfilePlan? Plan { get; set; }

    /// <summary>True if the profile belongs only to this instance.</summary>
    public required bool IsPrivate { get; set; }
}
