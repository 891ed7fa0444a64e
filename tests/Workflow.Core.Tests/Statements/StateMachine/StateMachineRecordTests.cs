using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Statements.Tracking;
using Workflow.Tracking;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("15.8")]
public sealed class StateMachineRecordTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void States_Entered_AreReportedBeforeEntry(Lane lane)
    {
        State end = new() { DisplayName = "end", IsFinal = true, Entry = Reporting("end entered") };
        State first = new() { DisplayName = "first", Entry = Reporting("first entered"), Transitions = { new Transition { To = end } } };
        StateMachine machine = new() { DisplayName = "machine", InitialState = first, States = { first, end } };
        Running running = Runner.Prepare(machine, lane).Listen();
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);

        Assert.Equal(["machine: first by first", "first entered", "machine: end by end", "end entered"], running.Records.Select(Text));
    }

    [Fact]
    public void Record_New_HasNoNames()
    {
        StateMachineStateRecord record = new();
        Assert.Equal("Workflow.Statements.StateMachine", record.Name);
        Assert.Null(record.StateMachineName);
        Assert.Null(record.StateName);
    }

    [Fact]
    public void Record_Filled_HasNamesInData()
    {
        StateMachineStateRecord record = new() { StateMachineName = "machine", StateName = "state" };
        Assert.Equal(("machine", "state"), (record.StateMachineName, record.StateName));
        Assert.Equal(("machine", "state"), (record.Data["stateMachine"], record.Data["currentstate"]));
    }

    [Fact]
    public void Query_New_MatchesAnyActivity()
    {
        StateMachineStateQuery query = new();
        Assert.Equal((new StateMachineStateRecord().Name, "*"), (query.Name, query.ActivityName));
        Assert.Equal(query.Name, ((CustomTrackingQuery)query).Name);
    }

    private static string Text(TrackingRecord record) => record is StateMachineStateRecord state
        ? $"{state.StateMachineName}: {state.StateName} by {state.Activity!.Name}"
        : ((CustomTrackingRecord)record).Name;

    private Step Reporting(string name) => new(_log, name, context => context.Track(new CustomTrackingRecord(name)));
}
