using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Finds the profiles and channels of one instance. If a service throws, the exception is reported, and the service receives no records of the instance.
/// </summary>
internal sealed class InstanceChannels(IReadOnlyList<TrackingChannelSource> sources, ExecutorHost host, Guid instanceId)
{
    private const string OfInstance = "instance";

    /// <summary>Opens the channels for a new or a saved instance.</summary>
    public List<TrackedChannel> Open(Activity root, TrackingState state)
    {
        List<TrackedChannel> channels = [];
        foreach (TrackingChannelSource source in sources)
        {
            host.Guard(
                () =>
                {
                    int saved = Array.FindIndex(state.Profiles, name => name == source.Name);
                    bool isPrivate = saved >= 0 && saved % 3 == 0 && state.Profiles[saved + 2] == OfInstance;
                    ProfilePlan? plan = isPrivate ? source.OfInstance(instanceId)
                        : saved >= 0 && Version.TryParse(state.Profiles[saved + 1], out Version? version) ? source.Get(root.GetType(), version)
                        : source.Current(root.GetType());
                    if (plan is not null)
                    {
                        channels.Add(Connect(source, plan, isPrivate, root, state));
                    }
                },
                instanceId);
        }

        return channels;
    }

    /// <summary>Asks the services for profiles that apply only to this instance.</summary>
    public void Reload(List<TrackedChannel> channels, Activity root, TrackingState state)
    {
        foreach (TrackingChannelSource source in sources)
        {
            host.Guard(
                () =>
                {
                    if (!source.TryReload(root.GetType(), instanceId, out ProfilePlan? plan))
                    {
                        return;
                    }

                    if (channels.Find(channel => channel.Source == source) is { } found)
                    {
                        (found.Plan, found.IsPrivate) = (plan, true);
                    }
                    else if (plan is not null)
                    {
                        channels.Add(Connect(source, plan, isPrivate: true, root, state));
                    }
                },
                instanceId);
        }
    }

    /// <summary>Returns the data that a load needs to find the same profiles.</summary>
    public static string[] Describe(List<TrackedChannel> channels) =>
        [.. channels.SelectMany(static channel =>
            new[] { channel.Source.Name, channel.Plan?.Version?.ToString() ?? string.Empty, channel.IsPrivate ? OfInstance : string.Empty })];

    private TrackedChannel Connect(TrackingChannelSource source, ProfilePlan plan, bool isPrivate, Activity root, TrackingState state) =>
        new(source, source.Open(state.Describe(root, instanceId))) { Plan = plan, IsPrivate = isPrivate };
}
