using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests the records of workflows without faults, and their order.</summary>
[Rule("15.7")]
public sealed class RecordOrderTests
{
    private readonly Log _log = new();
    private readonly Collector _collector = new();

    [Theory, Lanes]
    [Rule("15.2")]
    public void Sequence_OfTwo_ReportsEachChildBeforeNext(Lane lane)
    {
        Run(new Sequence { DisplayName = "root", Activities = { new Step(_log, "a"), new Step(_log, "b") } }, lane);
        _collector.AssertIs(
            "Started", "- > root#1", "root#1 Executing",
            "root#1 > a#2", "a#2 Executing", "a#2 Closed",
            "root#1 > b#3", "b#3 Executing", "b#3 Closed",
            "root#1 Closed", "Completed");
        Assert.Equal(Enumerable.Range(0, 11).Select(number => (long)number), _collector.Numbers);
    }

    [Theory, Lanes]
    [Rule("1.2")]
    public void Children_ScheduledTogether_AreReportedBeforeTheyRun(Lane lane)
    {
        Run(new Probe(_log, "root", new Step(_log, "a"), new Step(_log, "b")), lane);
        AssertActivities(
            "- > root#1",
            "root#1 Executing",
            "root#1 > a#2",
            "root#1 > b#3",
            "b#3 Executing",
            "b#3 Closed",
            "a#2 Executing",
            "a#2 Closed",
            "root#1 Closed");
    }

    [Theory, Lanes]
    [Rule("1.5")]
    public void Closed_IsReportedBeforeParentCallback(Lane lane)
    {
        Step child = new(_log, "a");
        Probe root = new(_log, "root", child) { OnChild = (context, _) => context.Track(new CustomTrackingRecord("callback")) };
        Run(root, lane);
        AssertActivities("- > root#1", "root#1 Executing", "root#1 > a#2", "a#2 Executing", "a#2 Closed", "callback by root#1", "root#1 Closed");
    }

    [Theory, Lanes]
    public void CustomRecord_KeepsItsPosition(Lane lane)
    {
        Step child = new(_log, "a", context => context.Track(new CustomTrackingRecord("inside")));
        Probe root = new(_log, "root", child);
        root.Body = context =>
        {
            context.Track(new CustomTrackingRecord("before"));
            root.Schedule(context, child);
            context.Track(new CustomTrackingRecord("after"));
        };
        Run(root, lane);
        AssertActivities(
            "- > root#1", "root#1 Executing", "before by root#1", "root#1 > a#2", "after by root#1",
            "a#2 Executing", "inside by a#2", "a#2 Closed", "root#1 Closed");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void InlineExpressions_CreateNoRecords(Lane lane)
    {
        Variable<int> number = new("number", 3);
        Run(
            new Sequence
            {
                DisplayName = "root",
                Variables = { number, new Variable<int>("other", context => number.Get(context)) },
                Activities = { new Assign<int> { DisplayName = "a", To = number, Value = new InArgument<int>(context => number.Get(context) + 1) } },
            },
            lane);
        AssertActivities("- > root#1", "root#1 Executing", "root#1 > a#2", "a#2 Executing", "a#2 Closed", "root#1 Closed");
    }

    [Theory, Lanes]
    [Rule("2.1")]
    [Rule("4.11")]
    public void ArgumentExpressions_AreReportedBeforeOwner(Lane lane)
    {
        Probe child = new(_log, "a") { Input = new Expr<int>(_log, "own", () => 1), SecondInput = new Compute<int>(_log, "child", _ => 2) };
        Run(new Sequence { DisplayName = "root", Activities = { child } }, lane);
        string[] texts = [.. _collector.Texts.Where(text => text.Contains('#', StringComparison.Ordinal))];
        Assert.Equal(["- > root#1", "root#1 Executing", "root#1 > a#2"], texts[..3]);
        Assert.Equal(
            ["a#2 > child", "a#2 > own", "child Closed", "child Executing", "own Closed", "own Executing"],
            texts[3..9].Select(text => text.Replace("#3", "", StringComparison.Ordinal).Replace("#4", "", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal));
        Assert.Equal(["a#2 Executing", "a#2 Closed", "root#1 Closed"], texts[9..]);
    }

    [Theory, Lanes]
    public void ScheduledCondition_IsReportedEachTime(Lane lane)
    {
        int passes = 0;
        Run(new While(_ => ++passes < 2) { DisplayName = "root", Body = new Step(_log, "body") }, lane);
        const string Condition = "LambdaValue<Boolean>";
        AssertActivities(
            "- > root#1", "root#1 Executing",
            $"root#1 > {Condition}#2", $"{Condition}#2 Executing", $"{Condition}#2 Closed",
            "root#1 > body#3", "body#3 Executing", "body#3 Closed",
            $"root#1 > {Condition}#4", $"{Condition}#4 Executing", $"{Condition}#4 Closed",
            "root#1 Closed");
    }

    [Theory, Lanes]
    [Rule("13.1")]
    public void Delegate_ReportsHandlerOnly(Lane lane)
    {
        Run(
            new Sequence
            {
                DisplayName = "root",
                Activities =
                {
                    new InvokeAction { DisplayName = "with", Action = new ActivityAction { Handler = new Step(_log, "handler") } },
                    new InvokeAction { DisplayName = "without", Action = new ActivityAction() },
                },
            },
            lane);
        AssertActivities(
            "- > root#1", "root#1 Executing",
            "root#1 > with#2", "with#2 Executing", "with#2 > handler#3", "handler#3 Executing", "handler#3 Closed", "with#2 Closed",
            "root#1 > without#4", "without#4 Executing", "without#4 Closed", "root#1 Closed");
    }

    [Theory, Lanes]
    [Rule("12.5")]
    public void Composite_ReportsItselfAndImplementation(Lane lane)
    {
        Run(new Composite("root", () => new Step(_log, "inner")), lane);
        AssertActivities("- > root#1", "root#1 Executing", "root#1 > inner#2", "inner#2 Executing", "inner#2 Closed", "root#1 Closed");
        Assert.Equal("1.1", _collector.Records.OfType<ActivityStateRecord>().First(record => record.Activity.Name == "inner").Activity.Id);
    }

    [Theory, Lanes]
    [Rule("15.8")]
    public void StateMachine_ReportsStatesBeforeEntry(Lane lane)
    {
        State end = new() { DisplayName = "end", IsFinal = true };
        State first = new() { DisplayName = "first", Entry = new Step(_log, "entry"), Transitions = { new Transition { To = end } } };
        Run(new StateMachine { DisplayName = "machine", InitialState = first, States = { first, end } }, lane);
        AssertActivities(
            "- > machine#1", "machine#1 Executing",
            "machine#1 > first#2", "first#2 Executing", "Workflow.Statements.StateMachine by first#2",
            "first#2 > entry#3", "entry#3 Executing", "entry#3 Closed",
            "first#2 > NullTrigger#4", "NullTrigger#4 Executing", "NullTrigger#4 Closed", "'' @ first#2", "first#2 Closed",
            "machine#1 > end#5", "end#5 Executing", "Workflow.Statements.StateMachine by end#5", "end#5 Closed",
            "machine#1 Closed");
    }

    [Theory, Lanes]
    public void Flowchart_ReportsNodesInOrder(Lane lane)
    {
        FlowStep second = new() { Action = new Step(_log, "b") };
        FlowStep first = new() { Action = new Step(_log, "a"), Next = second };
        Run(new Flowchart { DisplayName = "chart", StartNode = first, Nodes = { first, second } }, lane);
        AssertActivities(
            "- > chart#1", "chart#1 Executing", "chart#1 > a#2", "a#2 Executing", "a#2 Closed", "chart#1 > b#3", "b#3 Executing", "b#3 Closed",
            "chart#1 Closed");
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resumption_IsReportedAtRequest(Lane lane)
    {
        Running running = Runner.Start(
            new Sequence { DisplayName = "root", Activities = { new Wait(_log, "wait") } },
            lane,
            extensions: _collector.AsExtension());
        running.Resume("wait", 7);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _collector.AssertIs(
            "Started", "- > root#1", "root#1 Executing", "root#1 > wait#2", "wait#2 Executing", "Idle",
            "'wait' @ wait#2 7", "wait#2 Closed", "root#1 Closed", "Completed");
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resumption_ByActivity_IsDeliveredBeforeCallback(Lane lane)
    {
        string[] atCallback = [];
        Probe root = new(_log, "root") { OnResume = (_, _, _) => atCallback = _collector.Texts };
        root.Body = context =>
        {
            context.CreateBookmark("b", root.Resumed);
            context.ResumeBookmark(new Bookmark("b"), 5);
            context.Track(new CustomTrackingRecord("after"));
        };
        Run(root, lane);
        Assert.Equal(["Started", "- > root#1", "root#1 Executing", "'b' @ root#1 5", "after by root#1"], atCallback);
    }

    [Theory, Lanes]
    public void AsyncOperation_CreatesNoResumptionRecord(Lane lane)
    {
        Operation operation = new(_log, "op");
        Running running = Runner.Start(operation, lane, extensions: _collector.AsExtension());
        operation.Succeed(3);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _collector.AssertIs("Started", "- > op#1", "op#1 Executing", "Idle", "op#1 Closed", "Completed");
    }

    private void Run(Activity root, Lane lane) =>
        Runner.Run(root, lane, extensions: _collector.AsExtension()).AssertCompleted(ActivityInstanceState.Closed);

    /// <summary>Checks all records except the first and the last, which report on the instance.</summary>
    private void AssertActivities(params string[] expected)
    {
        Assert.Equal(("Started", "Completed"), (_collector.Texts[0], _collector.Texts[^1]));
        Assert.Equal(expected, _collector.Texts[1..^1]);
    }
}
