using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>The profile of one participant, applied to one definition by rule 15.3: finds the query, if any, that requests a record.</summary>
internal sealed class ProfileView
{
    private const string Any = "*";

    /// <summary>The query that applies to a participant without a profile.</summary>
    private static readonly ActivityStateQuery Everything = new() { States = { Any }, Arguments = { Any }, Variables = { Any } };

    private readonly bool _wantsEverything;
    private readonly int _deepest;
    private readonly ActivityStateQuery[] _states = [];
    private readonly ActivityScheduledQuery[] _scheduled = [];
    private readonly CancelRequestedQuery[] _cancelRequests = [];
    private readonly FaultPropagationQuery[] _faults = [];
    private readonly BookmarkResumptionQuery[] _resumptions = [];
    private readonly CustomTrackingQuery[] _custom = [];
    private readonly WorkflowInstanceQuery[] _instances = [];

    /// <summary>Reads a profile; null requests everything.</summary>
    /// <exception cref="InvalidOperationException">A query needs a name and has none.</exception>
    public ProfileView(TrackingProfile? profile, Activity root)
    {
        if (profile is null)
        {
            _wantsEverything = true;
            _deepest = int.MaxValue;
            return;
        }

        // The implementation of a composite root is the workflow that its author wrote. Below a native root, each implementation belongs to another activity.
        _deepest = profile.ImplementationVisibility == ImplementationVisibility.All ? int.MaxValue : root is NativeActivity ? 0 : 1;
        _states = [.. profile.Queries.OfType<ActivityStateQuery>()];
        _scheduled = [.. profile.Queries.OfType<ActivityScheduledQuery>()];
        _cancelRequests = [.. profile.Queries.OfType<CancelRequestedQuery>()];
        _faults = [.. profile.Queries.OfType<FaultPropagationQuery>()];
        _resumptions = [.. profile.Queries.OfType<BookmarkResumptionQuery>()];
        _custom = [.. profile.Queries.OfType<CustomTrackingQuery>()];
        _instances = [.. profile.Queries.OfType<WorkflowInstanceQuery>()];
        if (Array.Exists(_states, query => string.IsNullOrEmpty(query.ActivityName)) || Array.Exists(_resumptions, query => string.IsNullOrEmpty(query.Name)))
        {
            throw new InvalidOperationException(
                $"The tracking profile '{profile.Name}' has a query without a name; set ActivityName of each ActivityStateQuery and Name of each BookmarkResumptionQuery, to '*' for any.");
        }
    }

    public bool WantsNothing => !_wantsEverything
        && _states.Length + _scheduled.Length + _cancelRequests.Length + _faults.Length + _resumptions.Length + _custom.Length + _instances.Length == 0;

    /// <summary>
    /// True if the profile requests records that are created at each activity. A record of a faulted activity is created in inline execution too, but only
    /// queued execution knows whether its body had begun, and so which values it has.
    /// </summary>
    public bool FollowsActivities => _wantsEverything || _scheduled.Length > 0
        || Array.Exists(_states, query => query.States.Any(state => state != ActivityStates.Faulted) || query.Arguments.Count + query.Variables.Count > 0);

    /// <summary>
    /// Finds the query for a state. A query with the activity's name precedes one with "*", which applies if no named query matches the state; an exact state
    /// precedes "*".
    /// </summary>
    public ActivityStateQuery? FindState(ReportSubject activity, string state) =>
        _wantsEverything ? Everything
        : FindState(activity.Activity.Name, state) ?? (activity.Depth <= _deepest ? FindState(Any, state) : null);

    public TrackingQuery? FindScheduled(ReportSubject? activity, ReportSubject child)
    {
        foreach (ActivityScheduledQuery query in _scheduled)
        {
            if (Fits(query.ActivityName, activity) && Fits(query.ChildActivityName, child))
            {
                return query;
            }
        }

        return Default;
    }

    /// <summary>
    /// Returns true if the profile may request a record that this activity schedules another one, or is scheduled. The other activity decides.
    /// </summary>
    public bool MayFindScheduled(ReportSubject activity, bool isChild) =>
        _wantsEverything || Array.Exists(_scheduled, query => Fits(isChild ? query.ChildActivityName : query.ActivityName, activity));

    public TrackingQuery? FindCancelRequest(ReportSubject? activity, ReportSubject child)
    {
        foreach (CancelRequestedQuery query in _cancelRequests)
        {
            if (Fits(query.ActivityName, activity) && Fits(query.ChildActivityName, child))
            {
                return query;
            }
        }

        return Default;
    }

    public TrackingQuery? FindFault(ReportSubject source, ReportSubject? handler)
    {
        foreach (FaultPropagationQuery query in _faults)
        {
            if (Fits(query.FaultSourceActivityName, source) && Fits(query.FaultHandlerActivityName, handler))
            {
                return query;
            }
        }

        return Default;
    }

    public TrackingQuery? FindResumption(string bookmark)
    {
        TrackingQuery? any = Default;
        foreach (BookmarkResumptionQuery query in _resumptions)
        {
            if (query.Name == bookmark)
            {
                return query;
            }

            any ??= query.Name == Any ? query : null;
        }

        return any;
    }

    /// <summary>Finds the query for a record of an author. Such a record is never hidden, whatever the depth of its activity.</summary>
    public TrackingQuery? FindCustom(string record, ReportSubject activity)
    {
        foreach (CustomTrackingQuery query in _custom)
        {
            if ((query.Name == Any || query.Name == record) && (query.ActivityName == Any || query.ActivityName == activity.Activity.Name))
            {
                return query;
            }
        }

        return Default;
    }

    public TrackingQuery? FindInstance(string state)
    {
        TrackingQuery? any = Default;
        foreach (WorkflowInstanceQuery query in _instances)
        {
            if (query.States.Contains(state))
            {
                return query;
            }

            any ??= query.States.Contains(Any) ? query : null;
        }

        return any;
    }

    /// <summary>The result if no query matches: null, or a query for everything if the participant has no profile.</summary>
    private ActivityStateQuery? Default => _wantsEverything ? Everything : null;

    private ActivityStateQuery? FindState(string name, string state) =>
        Array.Find(_states, query => query.ActivityName == name && query.States.Contains(state))
        ?? Array.Find(_states, query => query.ActivityName == name && query.States.Contains(Any));

    /// <summary>Returns true if a name in a query matches the activity. A missing activity, as for a request of the host, matches "*" only.</summary>
    private bool Fits(string name, ReportSubject? activity) =>
        activity is null ? name == Any : name == activity.Activity.Name || (name == Any && activity.Depth <= _deepest);
}
