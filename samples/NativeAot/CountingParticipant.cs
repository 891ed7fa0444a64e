using Workflow.Tracking;

namespace NativeAot;

/// <summary>Counts tracking records.</summary>
internal sealed class CountingParticipant : TrackingParticipant
{
    private int _activities;
    private int _resumptions;

    public string Summary => $"{_activities} activities ended, {_resumptions} bookmarks were resumed";

    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        _activities += record is ActivityStateRecord { State: ActivityStates.Closed } ? 1 : 0;
        _resumptions += record is BookmarkResumptionRecord ? 1 : 0;
    }
}
