using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>One participant's profile, as rule 15.3 reads it for one definition: which of its queries, if any, asks for a record.</summary>
internal sealed class ProfileView
{
    private const string Any = "*";

    /// <summary>What stands for the queries of a participant without a profile.</summary>
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

    /// <summary>Reads a profile; null asks for everything.</summary>
    /// <exception cref="InvalidOperationException">A query needs a name and has none.</exception>
    public ProfileView(TrackingProfile? profile, Activity root)
    {
        if (profile is null)
        {
            _wantsEverything = true;
            _deepest = int.MaxValue;
            return;
        }

        // The implementation of a composite root is the workflow that its author wrote; below a native root there are only other activities' insides.
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
    /// Whether it asks for what is made at each activity. That one faulted is seen on either lane, as all else is; only whether its body had
    /// begun, and so what values it has, is known on the slow one alone.
    /// </summary>
    public bool FollowsActivities => _wantsEverything || _scheduled.Length > 0
        || Array.Exists(_states, query => query.States.Any(state => state != ActivityStates.Faulted) || query.Arguments.Count + query.Variables.Count > 0);

    /// <summary>Named beats "*", and falls back to it when its states do not match; an exact state beats "*".</summary>
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

    /// <summary>Whether it could ask that this activity schedules, or is scheduled: the other one decides.</summary>
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

    /// <summary>What an author reports is never hidden, wherever its activity lies.</summary>
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

    /// <summary>What is found when no query asks: one without a profile has no queries.</summary>
    private ActivityStateQuery? Default => _wantsEverything ? Everything : null;

    private ActivityStateQuery? FindState(string name, string state) =>
        Array.Find(_states, query => query.ActivityName == name && query.States.Contains(state))
        ?? Array.Find(_states, query => query.ActivityName == name && query.States.Contains(Any));

    /// <summary>No activity, as for a request of the host, matches "*" only.</summary>
    private bool Fits(string name, ReportSubject? activity) =>
        activity is null ? name == Any : name == activity.Activity.Name || (name == Any && activity.Depth <= _deepest);
}
