using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>
/// Writes the records of one application into the trace of its instance. The participant is guaranteed, so that its exceptions are not ignored.
/// </summary>
internal sealed class TraceParticipant(WorkflowTrace trace, Action<TrackingRecord>? next) : TrackingParticipant
{
    private static readonly TrackingProfile Everything = new()
    {
        Name = "everything",
        ImplementationVisibility = ImplementationVisibility.All,
        Queries =
        {
            new WorkflowInstanceQuery { States = { "*" } },
            new ActivityStateQuery { States = { "*" }, Arguments = { "*" }, Variables = { "*" } },
            new ActivityScheduledQuery(),
            new CancelRequestedQuery(),
            new FaultPropagationQuery(),
            new BookmarkResumptionQuery { Name = "*" },
            new CustomTrackingQuery { Name = "*" },
        },
    };

    public override TrackingProfile? TrackingProfile
    {
        get => Everything;
        set => throw new NotSupportedException("A trace contains everything.");
    }

    public override bool IsGuaranteed => true;

    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        trace.Add(record);
        next?.Invoke(record);
    }
}
