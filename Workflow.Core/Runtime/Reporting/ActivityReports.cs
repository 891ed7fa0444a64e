using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>Makes the records of one instance's activities, each at the moment it tells of. Numbers are taken there, in the order of rule 15.7.</summary>
internal sealed class ActivityReports(ReportStamp stamp, Reporter reporter)
{
    /// <summary>A record names an activity that the one before named too, as a rule.</summary>
    private const int Remembered = 8;

    private readonly ActivityInfo?[] _infos = new ActivityInfo?[Remembered];

    /// <summary>The instance is being aborted, which tells nothing of its activities (rule 6).</summary>
    public bool IsSilent { get; set; }

    /// <summary>An activity was scheduled.</summary>
    /// <param name="parent">Null for the root, and for an instance without a parent.</param>
    /// <param name="child">The new instance.</param>
    public void Scheduled(Frame? parent, Frame child)
    {
        ReportPlan plan = reporter.Plan;
        ReportSubject about = plan.SubjectOf(child.Number);
        if ((about.Kinds & ReportKinds.IsScheduled) == 0)
        {
            return;
        }

        ReportSubject? by = parent is null ? null : plan.SubjectOf(parent.Number);
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindScheduled(by, about) is { } query)
            {
                reporter.Add(i, new ActivityScheduledRecord(reporter.InstanceId, stamp.Number, parent is null ? null : InfoOf(parent, by!), InfoOf(child, about)), query);
            }
        }

        stamp.Clear();
    }

    /// <summary>An instance reached a state.</summary>
    /// <param name="frame">The instance.</param>
    /// <param name="state">Its new state; <see cref="ActivityInstanceState.Executing"/> when its body is about to begin (rule 2.1).</param>
    /// <param name="stage">How far it had come: what it has no value for yet is not reported.</param>
    public void Reached(Frame frame, ActivityInstanceState state, InstanceStage stage)
    {
        if (IsSilent)
        {
            return;
        }

        ReportPlan plan = reporter.Plan;
        ReportSubject subject = plan.SubjectOf(frame.Number);
        if ((subject.Kinds & (ReportKinds)(1 << (int)state)) == 0)
        {
            return;
        }

        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (subject.States[ReportPlan.PlaceOf(i, state)] is { } report)
            {
                ActivityStateRecord record = new(reporter.InstanceId, stamp.Number, InfoOf(frame, subject), ReportPlan.NameOf(state));
                report.Values?.Fill(record, frame, stage);
                reporter.Add(i, record, report.Query);
            }
        }

        stamp.Clear();
    }

    /// <summary>An instance was asked to cancel by its parent; by the host when it has none.</summary>
    public void CancelRequested(Frame frame)
    {
        ReportPlan plan = reporter.Plan;
        ReportSubject about = plan.SubjectOf(frame.Number);
        ReportSubject? by = frame.Parent is null ? null : plan.SubjectOf(frame.Parent.Number);
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindCancelRequest(by, about) is { } query)
            {
                reporter.Add(i, new CancelRequestedRecord(reporter.InstanceId, stamp.Number, by is null ? null : InfoOf(frame.Parent!, by), InfoOf(frame, about)), query);
            }
        }

        stamp.Clear();
    }

    /// <summary>A fault callback is about to be asked, or there is none left (rule 5.8).</summary>
    public void FaultPropagated(Frame source, Frame? handler, bool isSource, Exception exception)
    {
        ReportPlan plan = reporter.Plan;
        ReportSubject from = plan.SubjectOf(source.Number);
        ReportSubject? to = handler is null ? null : plan.SubjectOf(handler.Number);
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindFault(from, to) is { } query)
            {
                reporter.Add(
                    i, new FaultPropagationRecord(reporter.InstanceId, stamp.Number, InfoOf(source, from), to is null ? null : InfoOf(handler!, to), isSource, exception), query);
            }
        }

        stamp.Clear();
    }

    /// <summary>A resumption was accepted; its callback comes later (rule 8.3).</summary>
    public void Resumed(Frame owner, Bookmark bookmark, Guid scope, object? value)
    {
        reporter.NoticeChange();
        ReportPlan plan = reporter.Plan;
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindResumption(bookmark.Name) is { } query)
            {
                BookmarkResumptionRecord record = new(reporter.InstanceId, stamp.Number, scope, bookmark.Name, InfoOf(owner, plan.SubjectOf(owner.Number))) { Payload = value };
                reporter.Add(i, record, query);
            }
        }

        stamp.Clear();
    }

    /// <summary>An activity reports something itself. With several participants each gets a copy; one gets the very object.</summary>
    public void Tracked(Frame frame, CustomTrackingRecord record)
    {
        if (record.EventTime != default)
        {
            // Handed over before, and perhaps not yet delivered: that one stays as it is.
            record = (CustomTrackingRecord)record.Copy();
        }

        ReportPlan plan = reporter.Plan;
        ReportSubject subject = plan.SubjectOf(frame.Number);
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindCustom(record.Name, subject) is { } query)
            {
                record.InstanceId = reporter.InstanceId;
                record.RecordNumber = stamp.Number;
                record.EventTime = stamp.Time;
                record.Activity = InfoOf(frame, subject);
                if (plan.Views.Length == 1)
                {
                    reporter.Add(i, record, query);
                }
                else
                {
                    reporter.AddCopy(i, record, query);
                }
            }
        }

        stamp.Clear();
    }

    public ActivityInfo Describe(Frame frame) => InfoOf(frame, reporter.Plan.SubjectOf(frame.Number));

    private ActivityInfo InfoOf(Frame frame, ReportSubject subject)
    {
        ref ActivityInfo? place = ref _infos[frame.InstanceNumber & (Remembered - 1)];
        return place is { } info && info.IsAbout(subject.Activity, frame.InstanceNumber) ? info : place = new ActivityInfo(subject.Activity, frame.InstanceNumber);
    }
}
