using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>A participant can change its profile while instances run.</summary>
[Rule("15.3")]
public sealed class ProfileChangeTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Change_ToEverything_AppliesToNextResumption(Lane lane)
    {
        Switchable participant = new();
        Running running = Start(participant, lane);
        Assert.Empty(participant.Texts);
        participant.Switch(null);
        running.Resume("wait");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["'wait' @ wait#2", "wait#2 Closed", "root#1 > b#3", "b#3 Executing", "b#3 Closed", "root#1 Closed", "Completed"], participant.Texts);
    }

    [Theory, Lanes]
    public void Change_ToNothing_AppliesToNextItem(Lane lane)
    {
        Switchable participant = new();
        participant.Switch(null);
        Running running = Start(participant, lane);
        string[] before = participant.Texts;
        participant.Switch(new TrackingProfile());
        running.Resume("wait");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(before, participant.Texts);
    }

    [Theory, Lanes]
    public void Change_ToInvalidProfile_KeepsPrevious(Lane lane)
    {
        Switchable participant = new();
        participant.Switch(null);
        Running running = Start(participant, lane);
        TrackingProfile nameless = new();
        nameless.Queries.Add(new BookmarkResumptionQuery());
        participant.Switch(nameless);
        running.Resume("wait");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("Completed", participant.Texts[^1]);
    }

    [Theory, Lanes]
    public void Change_DuringEpisode_AppliesToNextItem(Lane lane)
    {
        Switchable participant = new();
        Sequence root = new() { DisplayName = "root", Activities = { new Step(_log, "a", _ => participant.Switch(null)), new Step(_log, "b") } };
        Runner.Run(root, lane, extensions: Collector.Extensions(participant)).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["root#1 > b#3", "b#3 Executing", "b#3 Closed", "root#1 Closed", "Completed"], participant.Texts[^5..]);
    }

    [Fact]
    public void Change_AfterEnd_HasNoEffect()
    {
        Switchable participant = new();
        Step root = new(_log, "root");
        Runner.Run(root, Lane.Fast, extensions: Collector.Extensions(participant));
        participant.Switch(null);
        Runner.Run(root, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Empty(participant.Texts);
    }

    private Running Start(Switchable participant, Lane lane)
    {
        Sequence root = new() { DisplayName = "root", Activities = { new Wait(_log, "wait"), new Step(_log, "b") } };
        return Runner.Start(root, lane, extensions: Collector.Extensions(participant));
    }

    private sealed class Switchable : TrackingParticipant
    {
        private readonly List<TrackingRecord> _records = [];
        private CancellationTokenSource _change = new();
        private TrackingProfile? _profile = new();

        public string[] Texts => [.. _records.Select(RecordText.Of)];

        protected override CancellationToken ProfileChange => _change.Token;

        public void Switch(TrackingProfile? profile)
        {
            CancellationTokenSource before = _change;
            _change = new CancellationTokenSource();
            _profile = profile;
            before.Cancel();
        }

        protected override TrackingProfile? SelectProfile(string activityDefinitionId) => _profile;

        protected override void Track(TrackingRecord record, TimeSpan timeout) => _records.Add(record);
    }
}
