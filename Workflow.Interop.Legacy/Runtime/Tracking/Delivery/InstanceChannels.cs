using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Finds the profiles and channels of one instance. If a service throws, the exception is reported, and the service receives no records of the instance.
/// </summary>
internal sealed class InstanceChannels(WorkflowRuntime runtime, Guid instanceId)
{
    private const string OfInstance = "instance";

    /// <summary>Opens the channels for a new or a saved instance.</summary>
    public List<TrackedChannel> Open(Activity root, TrackingState state)
    {
        List<TrackedChannel> channels = [];
        foreach (ServiceProfiles service in runtime.Tracking)
        {
            runtime.Guard(
                () =>
                {
                    int saved = Array.FindIndex(state.Profiles, name => name == service.Name);
                    bool isPrivate = saved >= 0 && saved % 3 == 0 && state.Profiles[saved + 2] == OfInstance;
                    ProfilePlan? plan = isPrivate ? ServiceProfiles.PlanOf(service.Service.GetProfile(instanceId))
                        : saved >= 0 && Version.TryParse(state.Profiles[saved + 1], out Version? version) ? service.Get(root.GetType(), version)
                        : service.Current(root.GetType());
                    if (plan is not null)
                    {
                        channels.Add(Connect(service, plan, isPrivate, root, state));
                    }
                },
                instanceId);
        }

        return channels;
    }

    /// <summary>Asks the services for profiles that apply only to this instance.</summary>
    public void Reload(List<TrackedChannel> channels, Activity root, TrackingState state)
    {
        foreach (ServiceProfiles service in runtime.Tracking)
        {
            runtime.Guard(
                () =>
                {
                    if (!service.Service.TryReloadProfile(root.GetType(), instanceId, out TrackingProfile? profile))
                    {
                        return;
                    }

                    ProfilePlan? plan = ServiceProfiles.PlanOf(profile);
                    if (channels.Find(channel => channel.Profiles == service) is { } found)
                    {
                        (found.Plan, found.IsPrivate) = (plan, true);
                    }
                    else if (plan is not null)
                    {
                        channels.Add(Connect(service, plan, isPrivate: true, root, state));
                    }
                },
                instanceId);
        }
    }

    /// <summary>Returns the data that a load needs to find the same profiles.</summary>
    public static string[] Describe(List<TrackedChannel> channels) =>
        [.. channels.SelectMany(static channel =>
            new[] { channel.Profiles.Name, channel.Plan?.Version?.ToString() ?? string.Empty, channel.IsPrivate ? OfInstance : string.Empty })];

    private TrackedChannel Connect(ServiceProfiles service, ProfilePlan plan, bool isPrivate, Activity root, TrackingState state)
    {
        TrackingChannel channel = service.Service.GetTrackingChannel(state.Describe(root, instanceId))
            ?? throw new InvalidOperationException($"The tracking service '{service.Name}' returned no channel; return one, or no profile.");
        return new TrackedChannel(service, channel) { Plan = plan, IsPrivate = isPrivate };
    }
}
