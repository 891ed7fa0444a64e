using System.Collections.Concurrent;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A copy of a profile at the time when the runtime received it. Immutable, and shared by all instances with the profile.</summary>
internal sealed class ProfilePlan
{
    private readonly WorkflowPointPlan[] _workflow;
    private readonly PointPlan[] _activities;
    private readonly PointPlan[] _users;

    // The points that can match each activity type. The lookup is cached, because most activities match no point.
    private readonly ConcurrentDictionary<Type, PointPlan[]> _byType = new();

    public ProfilePlan(TrackingProfile profile)
    {
        Version = profile.Version;
        _workflow = [.. profile.WorkflowTrackPoints.Select(
            static point => new WorkflowPointPlan([.. point.MatchingLocation?.Events ?? []], [.. point.Annotations]))];
        _activities = [.. profile.ActivityTrackPoints.Select(static point => new PointPlan(
            [.. point.MatchingLocations.Select(LocationPlan.Of)], [.. point.ExcludedLocations.Select(LocationPlan.Of)], point.Extracts, point.Annotations))];
        _users = [.. profile.UserTrackPoints.Select(static point => new PointPlan(
            [.. point.MatchingLocations.Select(LocationPlan.Of)], [.. point.ExcludedLocations.Select(LocationPlan.Of)], point.Extracts, point.Annotations))];
    }

    public Version? Version { get; }

    /// <summary>Returns true if an event is tracked.</summary>
    public bool Matches(TrackingWorkflowEvent workflowEvent) => Array.Exists(_workflow, point => point.Events.Contains(workflowEvent));

    /// <summary>Returns the annotations for an event.</summary>
    public IEnumerable<string> AnnotationsOf(TrackingWorkflowEvent workflowEvent) =>
        _workflow.Where(point => point.Events.Contains(workflowEvent)).SelectMany(static point => point.Annotations).Distinct();

    /// <summary>Returns the points that match a change of the status of an activity; null if there are none.</summary>
    public List<PointPlan>? Match(Activity activity)
    {
        Type type = activity.GetType();
        if (!_byType.TryGetValue(type, out PointPlan[]? candidates))
        {
            candidates = _byType.GetOrAdd(type, Array.FindAll(_activities, point => point.CanMatch(type)));
        }

        return candidates.Length == 0 ? null : Match(candidates, new TrackedEvent(activity, activity.ExecutionStatus, null, null));
    }

    /// <summary>Returns the points that match data; null if there are none.</summary>
    public List<PointPlan>? Match(Activity activity, string? key, object data) => Match(_users, new TrackedEvent(activity, null, key, data));

    private static List<PointPlan>? Match(PointPlan[] points, in TrackedEvent tracked)
    {
        List<PointPlan>? matched = null;
        foreach (PointPlan point in points)
        {
            if (point.Matches(tracked))
            {
                (matched ??= []).Add(point);
            }
        }

        return matched;
    }

    private sealed record WorkflowPointPlan(HashSet<TrackingWorkflowEvent> Events, string[] Annotations);
}

/// <summary>A track point of activities or data, prepared for comparisons. Immutable.</summary>
internal sealed class PointPlan(LocationPlan[] matching, LocationPlan[] excluded, IEnumerable<TrackingExtract> extracts, IEnumerable<string> annotations)
{
    private readonly ExtractPlan[] _extracts =
        [.. extracts.Select(static extract => new ExtractPlan(extract is WorkflowDataTrackingExtract, extract.Member, [.. extract.Annotations]))];
    private readonly string[] _annotations = [.. annotations];

    /// <summary>Returns true if activities of a type can match.</summary>
    public bool CanMatch(Type activityType) => Array.Exists(matching, location => location.MatchesType(activityType));

    public bool Matches(TrackedEvent tracked) =>
        Array.Exists(matching, location => location.Matches(tracked)) && !Array.Exists(excluded, location => location.Matches(tracked));

    /// <summary>Adds the annotations and the extracted values of the point to a record. An annotation that several points have is added once.</summary>
    public void Fill(Activity activity, IList<TrackingDataItem> body, TrackingAnnotationCollection annotations)
    {
        annotations.AddRange(_annotations.Where(annotation => !annotations.Contains(annotation)));
        foreach (ExtractPlan extract in _extracts)
        {
            object owner = extract.IsOfWorkflow ? activity.RootActivity : activity;
            if (string.IsNullOrEmpty(extract.Member))
            {
                foreach ((string name, object? value) in MemberPath.ReadAll(owner))
                {
                    Add(name, value);
                }
            }
            else if (MemberPath.TryRead(owner, extract.Member, out object? value))
            {
                Add(extract.Member, value);
            }

            void Add(string name, object? value)
            {
                TrackingDataItem item = new() { FieldName = name, Data = value };
                item.Annotations.AddRange(extract.Annotations);
                body.Add(item);
            }
        }
    }

    private sealed record ExtractPlan(bool IsOfWorkflow, string? Member, string[] Annotations);
}
