using Workflow.Tracking;

namespace Workflow.Perf.Activities;

/// <summary>A tracking participant that does as little as one can with a record.</summary>
internal sealed class CountRecords : TrackingParticipant
{
    /// <summary>How many it got.</summary>
    public long Count { get; private set; }

    protected override void Track(TrackingRecord record, TimeSpan timeout) => Count++;
}
