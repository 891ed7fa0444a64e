using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;
using Workflow.Statements.Tracking;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests which records a profile selects. A record that no profile selects receives no number.</summary>
[Rule("15.3")]
[Rule("15.2")]
public sealed class ProfileMatchTests
{
    private readonly Log _log = new();

    public static TheoryData<string, string[], string[]> StateQueries => new()
    {
        { "all states of all", ["* : *"], ["root Executing", "a Executing", "a Closed", "b Executing", "b Closed", "root Closed"] },
        { "one state of all", ["* : Closed"], ["a Closed", "b Closed", "root Closed"] },
        { "one activity", ["a : *"], ["a Executing", "a Closed"] },
        { "no state is none", ["* : "], [] },
        { "a name that nobody has", ["c : *"], [] },
        { "names are compared as they are", ["A : *", "* : closed"], [] },
        {
            "a name beats the wildcard",
            ["* : * ! any", "a : Closed ! named"],
            ["root Executing any", "a Executing any", "a Closed named", "b Executing any", "b Closed any", "root Closed any"]
        },
        { "a state beats the wildcard", ["a : * ! any", "a : Closed ! exact"], ["a Executing any", "a Closed exact"] },
        { "the first of equals", ["a : Closed ! first", "a : Closed ! second"], ["a Closed first"] },
    };

    [Theory]
    [MemberData(nameof(StateQueries))]
    public void StateQueries_SelectRecords(string why, string[] queries, string[] expected)
    {
        Collector collector = Collector.Of([.. queries.Select(StateQuery)]);
        Run(new Sequence { DisplayName = "root", Activities = { new Step(_log, "a"), new Step(_log, "b") } }, collector);
        string[] records = [.. collector.Records.Cast<ActivityStateRecord>().Select(record =>
            $"{record.Activity.Name} {record.State} {(record.HasAnnotations ? record.Annotations["query"] : "")}".TrimEnd())];
        Assert.True(expected.SequenceEqual(records), $"{why}: {string.Join(", ", records)}");
        Assert.Equal(Enumerable.Range(0, expected.Length).Select(number => (long)number), collector.Numbers);
    }

    public static TheoryData<string, string, string[]> PairQueries => new()
    {
        { "*", "*", ["- > root#1", "root#1 > a#2", "root#1 > b#3"] },
        { "*", "root", ["- > root#1"] },
        { "root", "*", ["root#1 > a#2", "root#1 > b#3"] },
        { "root", "b", ["root#1 > b#3"] },
        { "a", "*", [] },
        { "root", "root", [] },
    };

    [Theory]
    [MemberData(nameof(PairQueries))]
    public void ScheduledQuery_MatchesBothActivities(string activity, string child, string[] expected)
    {
        Collector collector = Collector.Of(new ActivityScheduledQuery { ActivityName = activity, ChildActivityName = child });
        Run(new Sequence { DisplayName = "root", Activities = { new Step(_log, "a"), new Step(_log, "b") } }, collector);
        collector.AssertIs(expected);
        Assert.Equal(Enumerable.Range(0, expected.Length).Select(number => (long)number), collector.Numbers);
    }

    public static TheoryData<string, string, string[]> CancelQueries => new()
    {
        { "*", "*", ["- x root#1", "root#1 x a#2"] },
        { "root", "*", ["root#1 x a#2"] },
        { "*", "a", ["root#1 x a#2"] },
        { "*", "root", ["- x root#1"] },
        { "a", "*", [] },
    };

    [Theory]
    [MemberData(nameof(CancelQueries))]
    public void CancelRequestedQuery_MatchesBothActivities(string activity, string child, string[] expected)
    {
        Collector collector = Collector.Of(new CancelRequestedQuery { ActivityName = activity, ChildActivityName = child });
        Running running = Runner.Start(
            new Sequence { DisplayName = "root", Activities = { new Wait(_log, "a") } },
            Lane.Fast,
            extensions: collector.AsExtension());
        running.Cancel();
        running.End();
        collector.AssertIs(expected);
    }

    public static TheoryData<string, string, string[]> FaultQueries => new()
    {
        { "*", "*", ["x of a#2! to root#1", "x of a#2 to -"] },
        { "a", "*", ["x of a#2! to root#1", "x of a#2 to -"] },
        { "*", "root", ["x of a#2! to root#1"] },
        { "root", "*", [] },
    };

    [Theory]
    [MemberData(nameof(FaultQueries))]
    public void FaultPropagationQuery_MatchesSourceAndHandler(string source, string handler, string[] expected)
    {
        Collector collector = Collector.Of(new FaultPropagationQuery { FaultSourceActivityName = source, FaultHandlerActivityName = handler });
        Step child = new(_log, "a", new FormatException("x"));
        Probe root = new(_log, "root", child);
        root.Body = context => root.ScheduleGuarded(context, child);
        Assert.Equal(ExecutionOutcome.Unhandled, Run(root, collector).Outcome);
        collector.AssertIs(expected);
    }

    public static TheoryData<string[], string[]> BookmarkQueries => new()
    {
        { ["*"], ["a any", "b any"] },
        { ["a"], ["a named"] },
        { ["*", "b"], ["a any", "b named"] },
        { ["c"], [] },
    };

    [Theory]
    [MemberData(nameof(BookmarkQueries))]
    public void BookmarkResumptionQuery_NameIsPreferredToWildcard(string[] names, string[] expected)
    {
        Collector collector = Collector.Of([.. names.Select(name =>
            new BookmarkResumptionQuery { Name = name, QueryAnnotations = { ["query"] = name == "*" ? "any" : "named" } })]);
        Running running = Runner.Start(
            new Sequence { Activities = { new Wait(_log, "a"), new Wait(_log, "b") } }, Lane.Fast, extensions: collector.AsExtension());
        running.Resume("a");
        running.Resume("b");
        running.End();
        Assert.Equal(expected, collector.Records.Cast<BookmarkResumptionRecord>().Select(record => $"{record.BookmarkName} {record.Annotations["query"]}"));
    }

    public static TheoryData<string?, string, string[]> CustomQueries => new()
    {
        { "*", "*", ["one by a#2", "two by b#3"] },
        { "one", "*", ["one by a#2"] },
        { "*", "b", ["two by b#3"] },
        { "one", "b", [] },
        { null, "*", [] },
    };

    [Theory]
    [MemberData(nameof(CustomQueries))]
    public void CustomQuery_MatchesNameAndActivity(string? name, string activity, string[] expected)
    {
        Collector collector = Collector.Of(new CustomTrackingQuery { Name = name, ActivityName = activity });
        Run(new Sequence { Activities = { Reporting("a", "one"), Reporting("b", "two") } }, collector);
        collector.AssertIs(expected);
    }

    [Fact]
    public void CustomQuery_FirstMatchAnnotates()
    {
        Collector collector = Collector.Of(
            new CustomTrackingQuery { Name = "*", QueryAnnotations = { ["query"] = "first" } },
            new CustomTrackingQuery { Name = "one", QueryAnnotations = { ["query"] = "second" } });
        Run(Reporting("a", "one"), collector);
        Assert.Equal("first", Assert.Single(collector.Records).Annotations["query"]);
    }

    public static TheoryData<string[], string[]> InstanceQueries => new()
    {
        { ["*"], ["Started any", "Completed any"] },
        { ["Completed"], ["Completed exact"] },
        { ["*", "Completed"], ["Started any", "Completed exact"] },
        { [], [] },
    };

    [Theory]
    [MemberData(nameof(InstanceQueries))]
    public void InstanceQuery_StateIsPreferredToWildcard(string[] states, string[] expected)
    {
        Collector collector = Collector.Of([.. states.Select(state =>
            new WorkflowInstanceQuery { States = { state }, QueryAnnotations = { ["query"] = state == "*" ? "any" : "exact" } })]);
        Run(new Step(_log, "a"), collector);
        Assert.Equal(expected, collector.Records.Cast<WorkflowInstanceRecord>().Select(record => $"{record.State} {record.Annotations["query"]}"));
    }

    [Fact]
    [Rule("15.8")]
    public void StateMachineStateQuery_MatchesStatesOnly()
    {
        Collector collector = Collector.Of(new StateMachineStateQuery());
        State end = new() { DisplayName = "end", IsFinal = true };
        State first = new() { DisplayName = "first", Entry = Reporting("entry", "mine"), Transitions = { new Transition { To = end } } };
        Run(new StateMachine { InitialState = first, States = { first, end } }, collector);
        Assert.Equal(["first", "end"], collector.Records.Cast<StateMachineStateRecord>().Select(record => record.StateName));
    }

    [Theory]
    [InlineData(ImplementationVisibility.RootScope, "root", "outer")]
    [InlineData(ImplementationVisibility.All, "root", "outer", "inner", "innermost")]
    public void Wildcard_BelowNativeRoot_MatchesPublicActivities(ImplementationVisibility visibility, params string[] expected) =>
        Assert.Equal(expected, Seen(new Sequence { DisplayName = "root", Activities = { Nested("outer") } }, visibility));

    [Theory]
    [InlineData(ImplementationVisibility.RootScope, "outer", "inner")]
    [InlineData(ImplementationVisibility.All, "outer", "inner", "innermost")]
    public void Wildcard_BelowCompositeRoot_MatchesOneMoreLevel(ImplementationVisibility visibility, params string[] expected) =>
        Assert.Equal(expected, Seen(Nested("outer"), visibility));

    [Fact]
    public void Name_HiddenFromWildcard_Matches()
    {
        Collector collector = Collector.Of(new ActivityStateQuery { ActivityName = "innermost", States = { "Closed" } });
        Run(new Sequence { Activities = { Nested("outer") } }, collector);
        Assert.Single(collector.Records);
    }

    [Fact]
    public void Visibility_AppliesToEachWildcardSeparately()
    {
        Collector collector = Collector.Of(
            new ActivityScheduledQuery { ActivityName = "*", ChildActivityName = "innermost" },
            new ActivityScheduledQuery { ActivityName = "outer" });
        Run(new Sequence { DisplayName = "root", Activities = { Nested("outer") } }, collector);
        collector.AssertIs();
        collector = Collector.Of(new ActivityScheduledQuery { ActivityName = "inner", ChildActivityName = "innermost" });
        Run(new Sequence { DisplayName = "root", Activities = { Nested("outer") } }, collector);
        collector.AssertIs("inner#3 > innermost#4");
    }

    [Fact]
    public void CustomRecord_HiddenFromWildcard_Matches()
    {
        Collector collector = Collector.OfCustomRecords();
        Run(new Sequence { Activities = { new Composite("outer", () => Reporting("inner", "mine")) } }, collector);
        collector.AssertIs("mine by inner#3");
    }

    [Fact]
    public void Profile_Empty_SelectsNothing()
    {
        Collector collector = Collector.Of();
        Run(Reporting("a", "mine"), collector);
        collector.AssertIs();
    }

    [Fact]
    public void Query_WithoutName_IsRefusedBeforeRun()
    {
        TrackingQuery[] nameless = [new BookmarkResumptionQuery(), new ActivityStateQuery { ActivityName = null! }];
        foreach (TrackingQuery query in nameless)
        {
            InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => Run(new Step(_log, "a"), Collector.Of(query)));
            Assert.Contains("without a name", refused.Message, StringComparison.Ordinal);
        }

        _log.AssertIs();
    }

    [Fact]
    [Rule("15.4")]
    public void Profiles_OfTwoParticipants_AreIndependent()
    {
        Collector closed = Collector.Of(new ActivityStateQuery { States = { "Closed" }, QueryAnnotations = { ["query"] = "1" } });
        Collector executing = Collector.Of(new ActivityStateQuery { States = { "Executing" } });
        closed.TrackingProfile!.Name = executing.TrackingProfile!.Name = "same";
        Runner.Run(new Step(_log, "a"), Lane.Fast, extensions: Collector.Extensions(closed, executing));
        closed.AssertIs("a#1 Closed");
        executing.AssertIs("a#1 Executing");
        Assert.Equal((1, 0), (closed.Numbers[0], executing.Numbers[0]));
        Assert.Equal((true, false), (closed.Records[0].HasAnnotations, executing.Records[0].HasAnnotations));
    }

    [Fact]
    public void Profile_ChangedBetweenRuns_IsReadAgain()
    {
        Collector collector = Collector.Of();
        Step root = new(_log, "a");
        Run(root, collector);
        collector.TrackingProfile!.Queries.Add(new WorkflowInstanceQuery { States = { "Completed" } });
        Run(root, collector);
        collector.AssertIs("Completed");
    }

    private static ActivityStateQuery StateQuery(string text)
    {
        string[] parts = text.Split(" ! ");
        string[] sides = parts[0].Split(':', StringSplitOptions.TrimEntries);
        ActivityStateQuery query = new() { ActivityName = sides[0] };
        if (sides[1].Length > 0)
        {
            query.States.Add(sides[1]);
        }

        if (parts.Length > 1)
        {
            query.QueryAnnotations["query"] = parts[1];
        }

        return query;
    }

    private static Ended Run(Activity root, Collector collector) => Runner.Run(root, Lane.Fast, extensions: collector.AsExtension());

    private static string[] Seen(Activity root, ImplementationVisibility visibility)
    {
        Collector collector = Collector.Of(new ActivityStateQuery { States = { "Executing" } });
        collector.TrackingProfile!.ImplementationVisibility = visibility;
        Run(root, collector);
        return [.. collector.Records.Cast<ActivityStateRecord>().Select(record => record.Activity.Name)];
    }

    private Composite Nested(string name) => new(name, () => new Composite("inner", () => new Step(_log, "innermost")));

    private Step Reporting(string name, string record) => new(_log, name, context => context.Track(new CustomTrackingRecord(record)));
}
