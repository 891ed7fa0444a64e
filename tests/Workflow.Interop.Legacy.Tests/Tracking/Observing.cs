using System.Collections.Concurrent;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>A tracking service that keeps its records.</summary>
public class Observing : TrackingService
{
    public TrackingProfile? Profile { get; set; } = Profiles.All();

    public Func<Version, TrackingProfile?>? ByVersion { get; set; }

    public TrackingProfile? OfInstance { get; set; }

    public (bool Changes, TrackingProfile? Profile) Reloaded { get; set; }

    public Action<TrackingRecord>? OnSend { get; set; }

    public Action? OnConnect { get; set; }

    public Action? OnEnd { get; set; }

    public ConcurrentQueue<TrackingParameters> Instances { get; } = new();

    public ConcurrentQueue<TrackingRecord> Records { get; } = new();

    public ConcurrentQueue<string> Calls { get; } = new();

    public IEnumerable<string> Lines => Records.Select(Text);

    public IEnumerable<string> Events => Records.OfType<WorkflowTrackingRecord>().Select(static record => record.TrackingWorkflowEvent.ToString());

    public static string Text(TrackingRecord record) => record switch
    {
        WorkflowTrackingRecord workflow => $"{record.EventOrder} {workflow.TrackingWorkflowEvent}",
        ActivityTrackingRecord activity => $"{record.EventOrder} {activity.QualifiedName} {activity.ExecutionStatus}",
        UserTrackingRecord user => $"{record.EventOrder} {user.QualifiedName} {user.UserDataKey}={user.UserData}",
        _ => throw new InvalidOperationException(),
    };

    public string[] Take()
    {
        string[] lines = [.. Lines];
        Records.Clear();
        return lines;
    }

    protected override TrackingChannel GetTrackingChannel(TrackingParameters parameters)
    {
        OnConnect?.Invoke();
        Instances.Enqueue(parameters);
        return new Channel(this);
    }

    protected override bool TryGetProfile(Type workflowType, out TrackingProfile? profile)
    {
        Calls.Enqueue($"current {workflowType.Name}");
        profile = Profile;
        return profile is not null;
    }

    protected override TrackingProfile? GetProfile(Type workflowType, Version profileVersionId)
    {
        Calls.Enqueue($"version {profileVersionId}");
        return ByVersion is null ? Profile : ByVersion(profileVersionId);
    }

    protected override TrackingProfile? GetProfile(Guid workflowInstanceId)
    {
        Calls.Enqueue("instance");
        return OfInstance;
    }

    protected override bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile? profile)
    {
        profile = Reloaded.Profile;
        return Reloaded.Changes;
    }

    private sealed class Channel(Observing service) : TrackingChannel
    {
        protected override void Send(TrackingRecord record)
        {
            service.OnSend?.Invoke(record);
            service.Records.Enqueue(record);
        }

        protected override void InstanceCompletedOrTerminated()
        {
            service.Calls.Enqueue("ended");
            service.OnEnd?.Invoke();
        }
    }
}

/// <summary>Another service with the same behavior.</summary>
public sealed class ObservingToo : Observing;

/// <summary>Creates profiles in the form that applications write.</summary>
public static class Profiles
{
    public static TrackingProfile Events()
    {
        TrackingProfile profile = new() { Version = new Version("1.0.0") };
        WorkflowTrackPoint point = new() { MatchingLocation = new WorkflowTrackingLocation() };
        foreach (TrackingWorkflowEvent workflowEvent in Enum.GetValues<TrackingWorkflowEvent>())
        {
            point.MatchingLocation.Events.Add(workflowEvent);
        }

        profile.WorkflowTrackPoints.Add(point);
        return profile;
    }

    public static TrackingProfile All()
    {
        TrackingProfile profile = Events();
        ActivityTrackPoint activities = new();
        ActivityTrackingLocation location = new(typeof(Activity)) { MatchDerivedTypes = true };
        foreach (ActivityExecutionStatus status in Enum.GetValues<ActivityExecutionStatus>())
        {
            location.ExecutionStatusEvents.Add(status);
        }

        activities.MatchingLocations.Add(location);
        profile.ActivityTrackPoints.Add(activities);
        UserTrackPoint user = new();
        user.MatchingLocations.Add(new UserTrackingLocation(typeof(object), typeof(Activity))
        {
            MatchDerivedArgumentTypes = true,
            MatchDerivedActivityTypes = true
        });
        profile.UserTrackPoints.Add(user);
        return profile;
    }

    /// <summary>Returns a profile that tracks only the activities that match a location.</summary>
    public static TrackingProfile Of(params ActivityTrackingLocation[] locations)
    {
        TrackingProfile profile = new() { Version = new Version(1, 0) };
        ActivityTrackPoint point = new();
        point.MatchingLocations.AddRange(locations);
        profile.ActivityTrackPoints.Add(point);
        return profile;
    }
}
