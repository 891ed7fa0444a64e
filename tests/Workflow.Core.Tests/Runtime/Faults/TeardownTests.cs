using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Tests the tear-down of a subtree.</summary>
public sealed class TeardownTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("5.1")]
    public void Fault_WithSubtree_AbortsChildrenFirst(Lane lane)
    {
        Probe x = new(_log, "x", new Wait(_log, "x1"), new Wait(_log, "x2"));
        Probe y = new(_log, "y", new Wait(_log, "y1"));
        Probe source = FailingOnResume(x, y);
        List<ActivityInstance> children = [];
        source.Body = context =>
        {
            context.CreateBookmark("b", source.Resumed);
            children.Add(source.Schedule(context, x));
            children.Add(source.Schedule(context, y));
        };
        Probe root = Handling(source);
        root.OnFault = (context, _, from) =>
        {
            context.HandleFault();
            Assert.All(children.Append(from), instance => Assert.Equal(ActivityInstanceState.Faulted, instance.State));
        };
        Running running = Runner.Start(root, lane);
        _log.Clear();
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "source @ b ", "x1 aborts", "x2 aborts", "x aborts", "y1 aborts", "y aborts", "source aborts", "root ! boom from source", "root < source Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_ChildNotStarted_DoesNotCallItsAbort(Lane lane)
    {
        Probe queued = new(_log, "queued"), neither = new(_log, "neither");
        Probe source = new(_log, "source", queued, neither);
        source.Body = context =>
        {
            context.ScheduleActivity(queued);
            context.ScheduleActivity(neither);
            throw _boom;
        };
        Runner.Run(Handling(source), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "source executes", "source aborts", "root ! boom from source", "root < source Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Abort_AfterFault_ReceivesException(Lane lane)
    {
        Exception? told = null;
        Probe root = new(_log, "root") { Body = _ => throw _boom, OnAbort = context => told = context.Reason };
        Runner.Run(root, lane).AssertUnhandled(_boom);
        Assert.Same(_boom, told);
    }

    [Theory, Lanes]
    [Rule("6.8")]
    public void Abort_Throws_TearDownContinues(Lane lane)
    {
        Probe x = new(_log, "x", new Wait(_log, "x1")) { OnAbort = _ => throw new NotSupportedException("fenced") };
        Probe y = new(_log, "y", new Wait(_log, "y1")) { OnAbort = _ => throw new NotSupportedException("fenced") };
        Probe source = FailingOnResume(x, y);
        Running running = Runner.Start(Handling(source), lane);
        _log.Clear();
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "source @ b ", "x1 aborts", "x aborts", "y1 aborts", "y aborts", "source aborts", "root ! boom from source", "root < source Faulted");
    }

    [Theory, Lanes]
    [Rule("6.8")]
    public void Abort_ThrowsDuringWorkflowAbort_KeepsReason(Lane lane)
    {
        Probe root = new(_log, "root", new Wait(_log, "w")) { OnAbort = _ => throw new NotSupportedException("fenced") };
        Running running = Runner.Start(root, lane);
        running.Abort(_boom);
        Assert.Same(_boom, running.End().Reason);
        _log.AssertIs("root executes", "w waits", "w aborts", "root aborts");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    [Rule("8.3")]
    public void Fault_InstanceWithBookmarks_RemovesBookmarks(Lane lane)
    {
        Wait below = new(_log, "below");
        Probe source = FailingOnResume(below);
        Probe root = Handling(source);
        root.OnChild = (context, _) =>
        {
            _log.Add($"{context.ResumeBookmark(new Bookmark("below"), null)} {context.ResumeBookmark(new Bookmark("b"), null)}");
            context.CreateBookmark("below", root.Resumed, BookmarkOptions.NonBlocking);
        };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("NotFound NotFound", _log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_DeepTree_IsTornDownCompletely(Lane lane)
    {
        const int depth = 3000;
        int aborted = 0;
        Activity tree = new Wait(_log, "bottom");
        for (int i = 0; i < depth; i++)
        {
            tree = new Probe(_log, "level", tree) { OnAbort = _ => aborted++ };
        }

        Probe source = FailingOnResume(tree);
        Running running = Runner.Start(Handling(source), lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(depth, aborted);
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Run_DeepTree_Completes(Lane lane)
    {
        const int depth = 3000;
        Activity tree = new Step(_log, "bottom");
        for (int i = 0; i < depth; i++)
        {
            tree = new Workflow.Statements.Sequence { Activities = { tree, new Step(_log, "up") } };
        }

        Runner.Run(tree, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(depth + 1, _log.Entries.Length);
    }

    private Probe FailingOnResume(params Activity[] children)
    {
        Probe source = new(_log, "source", children) { OnResume = (_, _, _) => throw _boom };
        source.Body = context =>
        {
            context.CreateBookmark("b", source.Resumed);
            source.Children.ForEach(child => source.Schedule(context, child));
        };
        return source;
    }

    private Probe Handling(Activity child)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }
}
