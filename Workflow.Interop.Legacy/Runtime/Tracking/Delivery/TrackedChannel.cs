namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The channel of one service for one instance. The thread that runs the instance uses it.</summary>
internal sealed class TrackedChannel(ServiceProfiles profiles, TrackingChannel channel)
{
    public ServiceProfiles Profiles => profiles;

    public TrackingChannel Channel => channel;

    /// <summary>The profile; null: nothing is tracked.</summary>
    public required ProfilePlan? Plan { get; set; }

    /// <summary>Whether the profile is that of the instance alone.</summary>
    public required bool IsPrivate { get; set; }
}
