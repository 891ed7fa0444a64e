namespace Workflow.Tracking.Etw.Tests.TestKit;

/// <summary>The participant with public access to the members that the engine calls.</summary>
internal sealed class Participant : EtwTrackingParticipant
{
    public static readonly Guid Instance = Guid.Parse("11112222-3333-4444-5555-666677778888");

    public CancellationToken Change => ProfileChange;

    public void Send(TrackingRecord record) => Track(record, TimeSpan.Zero);

    public TrackingProfile? Select(string activityDefinitionId = "root") => SelectProfile(activityDefinitionId);
}
