using Workflow.Tracking;

namespace Workflow.Perf.Activities;

/// <summary>A tracking participant that does the minimal work for a record.</summary>
internal sealed class CountRecords : TrackingParticipant
{
    /// <summary>The number of records.</summary>
    public long Count { get; private set; }

    protected override void Track(TrackingRecord record, TimeSpan timeout) => Count++;
}
