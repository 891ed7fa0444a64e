using Workflow.Tracking;

namespace OrderApproval.Trails;

/// <summary>Keeps the records of the workflow of one order, across unload and load.</summary>
internal sealed class OrderTrail : TrackingParticipant
{
    private readonly Lock _gate = new();
    private readonly List<TrackingRecord> _records = [];

    public OrderTrail() => TrackingProfile = TrailProfile.Create();

    /// <summary>The records so far.</summary>
    public IReadOnlyList<TrackingRecord> Records
    {
        get
        {
            lock (_gate)
            {
                return [.. _records];
            }
        }
    }

    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        lock (_gate)
        {
            _records.Add(record);
        }
    }
}
