using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Instances;

/// <summary>Tests one run of an activity and the properties that its parent can read.</summary>
public sealed class InstanceTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.5")]
    public void CompletionCallback_ChildHadBookmark_BookmarkIsRemoved(Lane lane)
    {
        Probe child = new(_log, "child");
        child.Body = context => context.CreateBookmark("left", child.Resumed, BookmarkOptions.NonBlocking | BookmarkOptions.MultipleResume);
        Probe parent = new(_log, "p", child)
        {
            OnChild = (context, _) => _log.Add($"{context.ResumeBookmark(new Bookmark("left"), null)}"),
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "p < child Closed", "NotFound");
    }

    [Theory, Lanes]
    [Rule("1.5")]
    public void CompletionCallback_ChildHasOutputs_OutputsAreDelivered(Lane lane)
    {
        Variable<int> target = new("target");
        Probe child = new(_log, "child") { Output = new OutArgument<int>(target) };
        child.Body = context => child.Output.Set(context, 5);
        Note note = new(_log, context => $"target {target.Get(context)}");
        Probe parent = new(_log, "p", child, note) { Variables = { target } };
        parent.Body = context => parent.Schedule(context, child);
        parent.OnChild = (context, completed) =>
        {
            _log.Add($"output {completed.GetOutputs()["Output"]}");
            context.ScheduleActivity(note);
        };
        Runner.Run(parent, lane);
        _log.AssertIs("p executes", "child executes", "p < child Closed", "output 5", "target 5");
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void ScheduleActivity_Twice_CreatesInstancesWithOwnVariables(Lane lane)
    {
        Variable<int> count = new("count", 10);
        Probe child = new(_log, "child") { PrivateVariables = { count } };
        child.Body = context =>
        {
            count.Set(context, count.Get(context) + 1);
            _log.Add($"count {count.Get(context)} in {context.ActivityInstanceId}");
        };
        List<ActivityInstance> instances = [];
        Probe parent = new(_log, "p", child)
        {
            Body = context =>
            {
                instances.Add(context.ScheduleActivity(child));
                instances.Add(context.ScheduleActivity(child));
            },
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "count 11 in 3", "child executes", "count 11 in 2");
        Assert.NotSame(instances[0], instances[1]);
        Assert.Equal(["2", "3"], instances.Select(instance => instance.Id));
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void ScheduleActivity_AgainFromCallback_StartsWithDefaults(Lane lane)
    {
        Variable<int> count = new("count", 10);
        Probe child = new(_log, "child") { PrivateVariables = { count } };
        child.Body = context =>
        {
            count.Set(context, count.Get(context) + 1);
            _log.Add($"count {count.Get(context)}");
        };
        int passes = 0;
        Probe parent = new(_log, "p", child);
        parent.OnChild = (context, _) =>
        {
            if (++passes < 3)
            {
                parent.Schedule(context, child);
            }
        };
        Runner.Run(parent, lane);
        Assert.Equal(3, _log.Entries.Count(entry => entry == "count 11"));
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Ids_OfTree_CountFromOneInSchedulingOrder(Lane lane)
    {
        Sequence root = new() { Activities = { Identified("a"), new Parallel { Branches = { Identified("b"), Identified("c") } }, Identified("d") } };
        Runner.Run(root, lane);
        _log.AssertIs("a", "a is 2", "b", "b is 5", "c", "c is 4", "d", "d is 6");
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Ids_OfNextRun_CountFromOne(Lane lane)
    {
        Sequence root = new() { Activities = { Identified("a"), Identified("b") } };
        Runner.Run(root, lane);
        Runner.Run(root, lane);
        _log.AssertIs("a", "a is 2", "b", "b is 3", "a", "a is 2", "b", "b is 3");
    }

    [Theory, Lanes]
    [Rule("1.12")]
    public void GetChildren_Several_AreInSchedulingOrder(Lane lane)
    {
        Wait a = new(_log, "a"), b = new(_log, "b"), c = new(_log, "c");
        Probe parent = new(_log, "p", a, b, c);
        parent.Body = context =>
        {
            Assert.Empty(context.GetChildren());
            foreach (Wait child in new[] { b, c, a })
            {
                parent.Schedule(context, child);
            }

            LogChildren(context);
        };
        parent.OnChild = (context, _) => LogChildren(context);
        Running running = Runner.Start(parent, lane);
        running.Resume("c");
        running.Resume("b");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "p executes", "children b c a", "a waits", "c waits", "b waits",
            "c resumed ", "p < c Closed", "children b a",
            "b resumed ", "p < b Closed", "children a",
            "a resumed ", "p < a Closed", "children ");

        void LogChildren(NativeActivityContext context) =>
            _log.Add($"children {string.Join(' ', context.GetChildren().Select(child => child.Activity.DisplayName))}");
    }

    [Theory, Lanes]
    [Rule("2.1")]
    [Rule("2.3")]
    public void State_OfChild_IsExecutingUntilClosed(Lane lane)
    {
        ActivityInstance? instance = null;
        Step child = new(_log, "child", _ => _log.Add($"{instance!.State} {instance.IsCompleted}"));
        Probe parent = new(_log, "p", child);
        parent.Body = context =>
        {
            instance = parent.Schedule(context, child);
            _log.Add($"{instance.State} {instance.IsCompleted}");
        };
        Runner.Run(parent, lane);
        _log.AssertIs("p executes", "Executing False", "child", "Executing False", "p < child Closed");
        Assert.True(instance!.IsCompleted);
    }

    [Theory, Lanes]
    [Rule("2.1")]
    public void State_OfEarlierInstance_IsKeptInLaterRun(Lane lane)
    {
        List<ActivityInstance> kept = [];
        Step child = new(_log, "child");
        Probe parent = new(_log, "p", child) { Body = context => kept.Add(context.ScheduleActivity(child)) };
        Runner.Run(parent, lane);
        (string, ActivityInstanceState) before = (kept[0].Id, kept[0].State);
        Runner.Run(parent, lane);
        Assert.Equal(before, (kept[0].Id, kept[0].State));
        Assert.NotSame(kept[0], kept[1]);
        Assert.Same(child, kept[0].Activity);
    }

    private Step Identified(string name) => new(_log, name, context => _log.Add($"{name} is {context.ActivityInstanceId}"));
}
