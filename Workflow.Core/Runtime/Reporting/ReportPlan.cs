using Workflow.Definition;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>The records that a set of profiles requests for one program. Shared by all instances of the program that have the same profiles.</summary>
/// <remarks>Thread-safe: if two threads describe an activity at the same time, both results are equal.</remarks>
internal sealed class ReportPlan
{
    /// <summary>The number of sets of profiles that a program remembers. More than a few sets mean that profiles are not shared.</summary>
    private const int Remembered = 4;

    /// <summary>The names of the states, indexed by their values.</summary>
    private static readonly string[] States = [ActivityStates.Executing, ActivityStates.Closed, ActivityStates.Canceled, ActivityStates.Faulted];

    private readonly Program _program;
    private readonly (TrackingProfile? Profile, int Queries)[] _key;
    private readonly ProfileView[] _views;
    private readonly ReportSubject?[] _subjects;

    private ReportPlan(Program program, TrackingProfile?[] profiles)
    {
        _program = program;
        _key = Array.ConvertAll(profiles, profile => (profile, profile?.Queries.Count ?? 0));
        _views = Array.ConvertAll(profiles, profile => new ProfileView(profile, program.Root));
        _subjects = new ReportSubject?[program.Plans.Length];
        FollowsActivities = Array.Exists(_views, view => view.FollowsActivities);
        WantsNothing = Array.TrueForAll(_views, view => view.WantsNothing);
    }

    /// <summary>The profiles, in the order of the participants.</summary>
    public ProfileView[] Views => _views;

    /// <summary>True if a record may be created at each activity, which requires that every item of the instance goes through the queue.</summary>
    public bool FollowsActivities { get; }

    public bool WantsNothing { get; }

    /// <summary>Returns the plan for the profiles of an instance's participants.</summary>
    /// <exception cref="InvalidOperationException">A query needs a name and has none.</exception>
    public static ReportPlan For(Program program, TrackingProfile?[] profiles)
    {
        ReportPlans plans = program.Find<ReportPlans>() ?? program.Attach(new ReportPlans());
        ReportPlan[] known = Volatile.Read(ref plans.Known);
        foreach (ReportPlan plan in known)
        {
            if (plan.IsFor(profiles))
            {
                return plan;
            }
        }

        ReportPlan made = new(program, profiles);
        Volatile.Write(ref plans.Known, [made, .. known.Take(Remembered - 1)]);
        return made;
    }

    public ReportSubject SubjectOf(int number) => _subjects[number] ?? (_subjects[number] = Describe(number));

    /// <summary>Returns the index in <see cref="ReportSubject.States"/> for a participant and a state.</summary>
    public static int IndexOf(int participant, ActivityInstanceState state) => (participant * States.Length) + (int)state;

    public static string NameOf(ActivityInstanceState state) => States[(int)state];

    private bool IsFor(TrackingProfile?[] profiles)
    {
        if (_key.Length != profiles.Length)
        {
            return false;
        }

        for (int i = 0; i < profiles.Length; i++)
        {
            if (!ReferenceEquals(_key[i].Profile, profiles[i]) || (profiles[i] is { } profile && profile.Queries.Count != _key[i].Queries))
            {
                return false;
            }
        }

        return true;
    }

    private ReportSubject Describe(int number)
    {
        ActivityPlan plan = _program.Plans[number];
        Activity activity = plan.Activity;

        // An activity that another root has taken over has no id here any more (rule 12.3).
        ReportSubject subject = new(new TrackedActivity(activity.DisplayName, activity.Id ?? "0", activity.GetType()), activity.Space?.Depth ?? 0)
        {
            States = new StateReport?[_views.Length * States.Length],
        };
        for (int i = 0; i < _views.Length; i++)
        {
            Describe(subject, plan, i);
        }

        return subject;
    }

    private void Describe(ReportSubject subject, ActivityPlan plan, int participant)
    {
        ProfileView view = _views[participant];
        for (int i = 0; i < States.Length; i++)
        {
            if (view.FindState(subject, States[i]) is { } query)
            {
                ActivityInstanceState state = (ActivityInstanceState)i;
                subject.States[IndexOf(participant, state)] = new StateReport(query, ValueReport.For(_program, plan, query, state));
                subject.Kinds |= (WantedRecords)(1 << i);
            }
        }

        if (view.MayFindScheduled(subject, isChild: false))
        {
            subject.Kinds |= WantedRecords.Schedules;
        }

        if (view.MayFindScheduled(subject, isChild: true))
        {
            subject.Kinds |= WantedRecords.IsScheduled;
        }
    }
}
