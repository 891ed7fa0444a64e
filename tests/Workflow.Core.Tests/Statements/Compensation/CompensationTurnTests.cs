using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the queue position of compensable activities relative to their siblings, and the tracking records of handlers.</summary>
public sealed class CompensationTurnTests
{
    private readonly Log _log = new();

    private Bookings Bookings => new(_log);

    [Theory, Lanes]
    [Rule("11.1")]
    public void Race_FirstOfWorkflow_SiblingRunsBeforeBody(Lane lane)
    {
        Runner.Run(InOrder(Race(Bookings.New("a"), new Step(_log, "sibling")), new Step(_log, "after")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("sibling", "a", "undo a", "after");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Race_LaterOne_SiblingRunsBeforeCompletion(Lane lane)
    {
        Runner.Run(InOrder(Bookings.New("first"), Race(Bookings.New("a"), new Step(_log, "sibling")), new Step(_log, "after")), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("first", "a", "sibling", "after", "keep a", "keep first");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Cancel_BeforeFirstOfWorkflow_ReachesWaitingBody(Lane lane)
    {
        Running running = Runner.Start(InOrder(Race(Bookings.New("a", new Wait(_log, "w")), new Step(_log, "sibling")), new Step(_log, "after")), lane);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("sibling", "w waits", "w cancels", "drop a", "after");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Siblings_OfFirstInWorkflow_RunBeforeBody(Lane lane)
    {
        Runner.Run(AtOnce(Bookings.New("a"), Bookings.New("b"), new Step(_log, "sibling")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("b", "sibling", "a", "keep a", "keep b");
    }

    [Theory, Lanes]
    [Rule("7.3")]
    public void Load_SavedBeforeFirstStarts_RunsBody(Lane lane)
    {
        Reloading running = new Reloading(AtOnce(Bookings.New("a"), new Persist()), lane).Start();
        Assert.True(running.IsAtSave);
        _log.AssertIs();
        running.Reload();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "keep a");
    }

    [Theory, Lanes]
    [Rule("15.7")]
    public void Records_OfHandlers_ContainEachActivityOnce(Lane lane)
    {
        Variable<CompensationToken> token = Token();
        Collector records = new();
        Running running = Runner.Prepare(Within([token], Bookings.New("a", token: token), Bookings.New("b"), Undo(token)), lane).Listen(records);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "undo a", "keep b");
        ActivityStateRecord[] states = [.. records.Records.OfType<ActivityStateRecord>()];
        Assert.All((string[])["a", "b"], name => Assert.Equal(
            ["Executing", "Closed"],
            states.Where(record => record.Activity!.Name == name && record.Activity.TypeName == typeof(CompensableActivity).FullName)
                .Select(record => record.State)));
        Assert.Equal(2, states.Count(record => record is { State: ActivityStates.Executing, Activity.Name: "CompensationParticipant" }));
        Assert.DoesNotContain(
            states,
            record => record.Activity!.TypeName.Contains("CompensationParticipant", StringComparison.Ordinal) && record.Activity.Name.Length == 1);
    }

    [Theory, Lanes]
    [Rule("11.7")]
    public void Message_OfFailedHandler_NamesActivity(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a");
        booking.ConfirmationHandler = new Step(_log, "failing", new FormatException());
        Assert.Contains("A handler of 'a' failed", Runner.Run(booking, lane).Reason!.Message, StringComparison.Ordinal);
    }
}
