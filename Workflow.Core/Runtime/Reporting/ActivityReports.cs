using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>
/// Creates the records of one instance's activities, each when its event happens. Record numbers are taken at that time, in the order of rule 15.7.
/// </summary>
internal sealed class ActivityReports(RecordNumbers stamp, Reporter reporter)
{
    /// <summary>The number of remembered activities. As a rule, a record names an activity that the previous record named too.</summary>
    private const int Remembered = 8;

    private readonly ActivityInfo?[] _infos = new ActivityInfo?[Remembered];

    /// <summary>True if the instance is being aborted, which creates no records of its activities (rule 6).</summary>
    public bool IsSilent { get; set; }

    /// <summary>Reports that an activity was scheduled.</summary>
    /// <param name="parent">The parent; null for the root and for any other instance without a parent.</param>
    /// <param name="child">The new instance.</param>
    public void Scheduled(Frame? parent, Frame child)
    {
        ReportPlan plan = reporter.Plan;
        ReportSubject about = plan.SubjectOf(child.Number);
        if ((about.Kinds & WantedRecords.IsScheduled) == 0)
        {
            return;
        }

        ReportSubject? by = parent is null ? null : plan.SubjectOf(parent.Number);
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindScheduled(by, about) is { } query)
            {
                reporter.Add(
                    i,
                    new ActivityScheduledRecord(reporter.InstanceId, stamp.Number, parent is null ? null : InfoOf(parent, by!), InfoOf(child, about)),
                    query);
            }
        }

        stamp.Clear();
    }

    /// <summary>Reports that an instance reached a state.</summary>
    /// <param name="frame">The instance.</param>
    /// <param name="state">Its new state; <see cref="ActivityInstanceState.Executing"/> when its body is about to begin (rule 2.1).</param>
    /// <param name="stage">The stage that the instance had reached. Values that it does not have yet are not reported.</param>
    public void Reached(Frame frame, ActivityInstanceState state, InstanceStage stage)
    {
        if (IsSilent)
        {
            return;
        }

        ReportPlan plan = reporter.Plan;
        ReportSubject subject = plan.SubjectOf(frame.Number);
        if ((subject.Kinds & (WantedRecords)(1 << (int)state)) == 0)
        {
            return;
        }

        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (subject.States[ReportPlan.IndexOf(i, state)] is { } report)
            {
                ActivityStateRecord record = new(reporter.InstanceId, stamp.Number, InfoOf(frame, subject), ReportPlan.NameOf(state));
                report.Values?.Fill(record, frame, stage);
                reporter.Add(i, record, report.Query);
            }
        }

        stamp.Clear();
    }

    /// <summary>Reports a cancel request from the parent of an instance, or from the host if the instance has no parent.</summary>
    public void CancelRequested(Frame frame)
    {
        ReportPlan plan = reporter.Plan;
        ReportSubject about = plan.SubjectOf(frame.Number);
        ReportSubject? by = frame.Parent is null ? null : plan.SubjectOf(frame.Parent.Number);
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindCancelRequest(by, about) is { } query)
            {
                reporter.Add(
                    i,
                    new CancelRequestedRecord(reporter.InstanceId, stamp.Number, by is null ? null : InfoOf(frame.Parent!, by), InfoOf(frame, about)),
                    query);
            }
        }

        stamp.Clear();
    }

    /// <summary>Reports that a fault callback will be called, or that none is left (rule 5.8).</summary>
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
                    i,
                    new FaultPropagationRecord(
                        reporter.InstanceId, stamp.Number, InfoOf(source, from), to is null ? null : InfoOf(handler!, to), isSource, exception),
                    query);
            }
        }

        stamp.Clear();
    }

    /// <summary>Reports an accepted resumption, whose callback runs later (rule 8.3).</summary>
    public void Resumed(Frame owner, Bookmark bookmark, Guid scope, object? value)
    {
        reporter.NoticeChange();
        ReportPlan plan = reporter.Plan;
        for (int i = 0; i < plan.Views.Length; i++)
        {
            if (plan.Views[i].FindResumption(bookmark.Name) is { } query)
            {
                BookmarkResumptionRecord record = new(
                    reporter.InstanceId, stamp.Number, scope, bookmark.Name, InfoOf(owner, plan.SubjectOf(owner.Number)))
                { Payload = value };
                reporter.Add(i, record, query);
            }
        }

        stamp.Clear();
    }

    /// <summary>Reports a record that an activity created. Each of several participants gets a copy; a single participant gets the object itself.</summary>
    public void Tracked(Frame frame, CustomTrackingRecord record)
    {
        if (record.EventTime != default)
        {
            // The record was tracked before and may not be delivered yet, so that object must not change.
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
        return place is { } info && info.IsAbout(subject.Activity, frame.InstanceNumber)
            ? info
            : place = new ActivityInfo(subject.Activity, frame.InstanceNumber);
    }
}
