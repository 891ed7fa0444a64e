using Workflow.Core.Tests.TestKit;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking;

/// <summary>Tests the public members of profiles, queries and participants.</summary>
public sealed class ProfileTests
{
    [Fact]
    public void Queries_New_MatchAnyActivityButNoState()
    {
        ActivityStateQuery state = new();
        Assert.Equal("*", state.ActivityName);
        Assert.Empty(state.States);
        Assert.Empty(state.Arguments);
        Assert.Empty(state.Variables);
        Assert.Empty(new WorkflowInstanceQuery().States);
        Assert.Null(new BookmarkResumptionQuery().Name);

        ActivityScheduledQuery scheduled = new();
        CancelRequestedQuery cancel = new();
        FaultPropagationQuery fault = new();
        Assert.Equal(("*", "*"), (scheduled.ActivityName, scheduled.ChildActivityName));
        Assert.Equal(("*", "*"), (cancel.ActivityName, cancel.ChildActivityName));
        Assert.Equal(("*", "*"), (fault.FaultSourceActivityName, fault.FaultHandlerActivityName));
    }

    [Fact]
    public void Queries_Filled_KeepValues()
    {
        ActivityStateQuery query = new() { ActivityName = "a", States = { "Closed" }, Arguments = { "x" }, Variables = { "*" } };
        Assert.Equal(["Closed", "x", "*"], [.. query.States, .. query.Arguments, .. query.Variables]);
        Assert.Throws<ArgumentNullException>(() => query.States.Add(null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceQuery().States.Add(null!));
    }

    [Fact]
    public void Profile_New_SelectsNothing()
    {
        TrackingProfile profile = new();
        Assert.Equal((null, null, ImplementationVisibility.RootScope), (profile.Name, profile.ActivityDefinitionId, profile.ImplementationVisibility));
        Assert.Empty(profile.Queries);
        Assert.Throws<ArgumentNullException>(() => profile.Queries.Add(null!));
    }

    [Fact]
    public void Participant_New_TracksEverythingWithoutGuarantee()
    {
        Receiver receiver = new();
        Assert.Null(receiver.TrackingProfile);
        Assert.Null(receiver.ProfileFor("root"));
        Assert.False(receiver.IsGuaranteed);
        Assert.False(receiver.ProfileChanging.CanBeCanceled);
    }

    [Fact]
    public void Participant_WithProfile_UsesItForEveryWorkflow()
    {
        Receiver receiver = new() { TrackingProfile = new TrackingProfile() };
        Assert.Same(receiver.TrackingProfile, receiver.ProfileFor("root"));
    }

    [Fact]
    [Rule("15.6")]
    public void TrackAsync_NotOverridden_CallsTrackSynchronously()
    {
        Receiver receiver = new();
        CustomTrackingRecord record = new("mine");
        Assert.True(receiver.DeliverAsync(record, CancellationToken.None).IsCompletedSuccessfully);
        Assert.Equal((record, TimeSpan.FromSeconds(30)), receiver.Received);
    }

    private sealed class Receiver : TrackingParticipant
    {
        public (TrackingRecord Record, TimeSpan Timeout)? Received { get; private set; }

        protected override void Track(TrackingRecord record, TimeSpan timeout) => Received = (record, timeout);
    }
}
