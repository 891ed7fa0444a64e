using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests for which items an execution property sets up and cleans up the thread.</summary>
[Rule("9.3")]
public sealed class ThreadPropertyTests
{
    private readonly Log _log = new();
    private readonly ThreadProperty _property;

    public ThreadPropertyTests() => _property = new ThreadProperty(_log, "p");

    [Theory, Lanes]
    public void Property_Child_IsSetUpForBodyAndCallback(Lane lane)
    {
        Runner.Run(Adding(_property, new Step(_log, "a"), new Step(_log, "b")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "b", "-p", "+p", "root < b Closed", "-p", "+p", "a", "-p", "+p", "root < a Closed", "-p");
    }

    [Theory, Lanes]
    public void Property_Sequence_IsSetUpForEachItem(Lane lane)
    {
        Runner.Run(Adding(_property, new Sequence { Activities = { new Step(_log, "a"), new Step(_log, "b") } }), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "-p", "+p", "a", "-p", "+p", "-p", "+p", "b", "-p", "+p", "-p", "+p", "root < Sequence Closed", "-p");
    }

    [Theory, Lanes]
    public void Property_OfOneBranch_IsNotSetUpForOther(Lane lane)
    {
        Running running = Runner.Start(new Parallel { Branches = { Adding(_property, new Wait(_log, "in")), new Wait(_log, "out") } }, lane);
        _log.Clear();
        running.Resume("out", 1);
        running.Resume("in", 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("out resumed 1", "+p", "in resumed 2", "-p", "+p", "root < in Closed", "-p");
    }

    [Theory, Lanes]
    public void Property_OfOneBranch_DoesNotAffectRunningSequence(Lane lane)
    {
        Sequence steps = new() { Activities = { new Wait(_log, "first"), new Step(_log, "second"), new Wait(_log, "third"), new Step(_log, "fourth") } };
        Probe late = new(_log, "late", new Wait(_log, "in"));
        late.Body = context => context.CreateBookmark("add", late.Resumed);
        late.OnResume = (context, _, _) =>
        {
            context.Properties.Add("p", _property);
            late.Schedule(context, late.Children[0]);
        };
        Running running = Runner.Start(new Parallel { Branches = { steps, late } }, lane);
        running.Resume("add");
        _log.Clear();
        running.Resume("first");
        running.Resume("in");
        running.Resume("third");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "first resumed ", "second", "third waits", "+p", "in resumed ", "-p", "+p", "late < in Closed", "-p", "third resumed ", "fourth");
    }

    [Theory, Lanes]
    public void Property_AddedBelowSequence_EndsWithActivity(Lane lane)
    {
        Sequence root = new() { Activities = { new Step(_log, "before"), Adding(_property, new Step(_log, "inside")), new Step(_log, "after") } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("before", "root executes", "+p", "inside", "-p", "+p", "root < inside Closed", "-p", "after");
    }

    [Theory, Lanes]
    public void Property_AddedInLoopBody_IsSetUpForItsChildrenOnly(Lane lane)
    {
        DelegateInArgument<int> item = new();
        Probe adder = Adding(_property, new Step(_log, "inside"));
        ForEach<int> root = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Sequence { Activities = { new Note(_log, context => $"item {item.Get(context)}"), adder } },
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] pass = ["root executes", "+p", "inside", "-p", "+p", "root < inside Closed", "-p"];
        _log.AssertIs(["item 1", .. pass, "item 2", .. pass]);
    }

    [Theory, Lanes]
    public void Property_Arguments_IsSetUpForEvaluation(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(new Compute<int>(_log, "expression", _ => 1)),
            SecondInput = new InArgument<int>(_ =>
            {
                _log.Add("inline");
                return 2;
            }),
        };
        Runner.Run(Adding(_property, child), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["child executes", "expression", "inline", "root < child Closed"], Inside().Order(StringComparer.Ordinal));
        AssertBalanced();
    }

    [Theory, Lanes]
    public void Property_Bookmark_IsSetUpForCallbackAndCancel(Lane lane)
    {
        Running running = Runner.Start(Adding(_property, new Wait(_log, "a"), new Wait(_log, "b")), lane);
        _log.Clear();
        running.Resume("a", 1);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs(
            "+p", "a resumed 1", "-p", "+p", "root < a Closed", "-p", "+p", "root cancels", "-p", "+p", "b cancels", "-p", "+p", "root < b Canceled", "-p");
    }

    [Theory, Lanes]
    public void Property_Fault_IsSetUpForFaultCallbackButNotAbort(Lane lane)
    {
        Probe source = new(_log, "source") { Body = _ => throw new InvalidOperationException("boom") };
        Probe root = new(_log, "root", source) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context =>
        {
            context.Properties.Add("p", _property);
            root.ScheduleGuarded(context, source);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "source executes", "-p", "source aborts", "+p", "root ! boom from source", "-p", "+p", "root < source Faulted", "-p");
    }

    [Theory, Lanes]
    public void Property_Operation_IsSetUpForStartEndAndCancel(Lane lane)
    {
        Operation ending = new(_log, "ending"), cancelled = new(_log, "canceled") { HeedsToken = true };
        Running running = Runner.Start(Adding(_property, ending, cancelled), lane);
        _log.AssertIs("root executes", "+p", "canceled starts", "-p", "+p", "ending starts", "-p");
        _log.Clear();
        ending.Succeed();
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs(
            "+p",
            "-p",
            "+p",
            "root < ending Closed",
            "-p",
            "+p",
            "root cancels",
            "-p",
            "+p",
            "canceled cancels",
            "canceled token",
            "-p",
            "+p",
            "-p",
            "+p",
            "root < canceled Canceled",
            "-p");
    }

    [Theory, Lanes]
    public void Property_CompletionWithoutCallback_IsNotSetUp(Lane lane)
    {
        Probe root = new(_log, "root", new Step(_log, "child"));
        root.Body = context =>
        {
            context.Properties.Add("p", _property);
            context.ScheduleActivity(root.Children[0]);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "+p", "child", "-p");
    }

    [Theory, Lanes]
    public void Abort_OfWorkflow_RunsOverridesWithoutProperty(Lane lane)
    {
        Running running = Runner.Start(Adding(_property, new Wait(_log, "w")), lane);
        _log.Clear();
        running.Abort(new InvalidOperationException("reason"));
        Assert.Equal(ExecutionOutcome.Aborted, running.End().Outcome);
        _log.AssertIs("w aborts", "root aborts");
    }

    [Theory, Lanes]
    public void Removal_OfProperty_SkipsCleanUp(Lane lane)
    {
        Probe root = Adding(_property, new Step(_log, "a"));
        root.Children.Add(new Step(_log, "b"));
        root.OnChild = (context, child) =>
        {
            if (context.Properties.Remove("p"))
            {
                _log.Add("removed");
                root.Schedule(context, root.Children[1]);
            }
        };
        root.Body = context =>
        {
            context.Properties.Add("p", _property);
            context.Properties.Add("q", new ThreadProperty(_log, "q"));
            root.Schedule(context, root.Children[0]);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "+p", "+q", "a", "-q", "-p", "+p", "+q", "root < a Closed", "removed", "-q", "+q", "b", "-q", "+q", "root < b Closed", "-q");
    }

    [Theory, Lanes]
    public void Properties_Nested_AreSetUpOuterFirst(Lane lane)
    {
        Probe inner = Adding(new ThreadProperty(_log, "inner"), new Step(_log, "step"));
        Probe outer = new(new Log(), "outer", inner);
        outer.Body = context =>
        {
            context.Properties.Add("first", new ThreadProperty(_log, "first"));
            context.Properties.Add("second", new ThreadProperty(_log, "second"));
            context.ScheduleActivity(inner);
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] up = ["+first", "+second"], down = ["-second", "-first"];
        _log.AssertIs(
        [
            .. up, "root executes", .. down,
            .. up, "+inner", "step", "-inner", .. down,
            .. up, "+inner", "root < step Closed", "-inner", .. down,
        ]);
    }

    [Theory, Lanes]
    public void Property_OfChildWithSameName_ReplacesOuterInSubtree(Lane lane)
    {
        Probe inner = Adding(new ThreadProperty(_log, "inner"), new Step(_log, "step"));
        Probe outer = new(_log, "outer", inner);
        outer.Body = context =>
        {
            context.Properties.Add("p", new ThreadProperty(_log, "outer"));
            outer.Schedule(context, inner);
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "outer executes",
            "+outer",
            "root executes",
            "-outer",
            "+inner",
            "step",
            "-inner",
            "+inner",
            "root < step Closed",
            "-inner",
            "+outer",
            "outer < root Closed",
            "-outer");
    }

    [Theory, Lanes]
    public void Property_ForPublicChildren_IsSetUpForImplementations(Lane lane)
    {
        Composite composite = new("composite", () => new Step(_log, "implementation"));
        Probe root = new(_log, "root", composite);
        root.Body = context =>
        {
            context.Properties.Add("p", _property, onlyVisibleToPublicChildren: true);
            context.ScheduleActivity(composite);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["implementation"], Inside());
        AssertBalanced();
    }

    /// <summary>Adds a property as "p" and schedules its children.</summary>
    private Probe Adding(IExecutionProperty property, params Activity[] children)
    {
        Probe root = new(_log, "root", children);
        root.Body = context =>
        {
            context.Properties.Add("p", property);
            root.Children.ForEach(child => root.Schedule(context, child));
        };
        return root;
    }

    /// <summary>Returns the entries that were logged between a set-up and a clean-up.</summary>
    private List<string> Inside()
    {
        List<string> inside = [];
        bool isUp = false;
        foreach (string entry in _log.Entries)
        {
            if (entry is "+p" or "-p")
            {
                isUp = entry == "+p";
            }
            else if (isUp)
            {
                inside.Add(entry);
            }
        }

        return inside;
    }

    private void AssertBalanced() =>
        Assert.Equal(_log.Entries.Count(entry => entry == "+p"), _log.Entries.Count(entry => entry == "-p"));
}
