using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>Tests a parent that aborts one of its children.</summary>
public sealed class AbortChildTests
{
    private readonly Log _log = new();

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("6.2")]
    public void AbortChildInstance_Subtree_IsTornDownAtOnce(Lane lane)
    {
        InvalidOperationException reason = new("stop");
        Exception? told = null;
        Probe child = new(_log, "child", new Wait(_log, "w")) { OnAbort = context => told = context.Reason };
        Probe root = Aborting(child, (context, instance) =>
        {
            context.AbortChildInstance(instance, reason);
            _log.Add($"{instance.State} {context.GetChildren().Count}");
        });
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "w waits", "p @ go ", "w aborts", "child aborts", "Faulted 0", "p < child Faulted");
        Assert.Same(reason, told);
    }

    [Theory, Lanes]
    [Rule("6.2")]
    public void AbortChildInstance_BeforeStart_NeverRunsChild(Lane lane)
    {
        Probe child = new(_log, "child");
        Probe root = new(_log, "p", child);
        root.Body = context =>
        {
            ActivityInstance instance = root.Schedule(context, child);
            context.AbortChildInstance(instance);
            _log.Add($"{instance.State} {context.GetChildren().Count}");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "Faulted 0", "p < child Faulted");
    }

    [Theory, Lanes]
    [Rule("6.2")]
    public void AbortChildInstance_CompletedChild_HasNoEffect(Lane lane)
    {
        Step child = new(_log, "child");
        Wait beside = new(_log, "beside");
        Probe root = new(_log, "p", beside, child);
        root.OnChild = (context, completed) =>
        {
            context.AbortChildInstance(completed);
            _log.Add(completed.State.ToString());
        };
        Running running = Runner.Start(root, lane);
        running.Resume("beside");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child", "p < child Closed", "Closed", "beside waits", "beside resumed ", "p < beside Closed", "Closed");
    }

    [Theory, Lanes]
    [Rule("6.2")]
    public void AbortAndCancel_Grandchild_ThrowInvalidOperation(Lane lane)
    {
        Wait grandchild = new(_log, "grandchild");
        ActivityInstance? below = null;
        Probe child = new(_log, "child", grandchild);
        child.Body = context => below = child.Schedule(context, grandchild);
        Probe root = Aborting(child, (context, _) =>
        {
            Assert.Throws<InvalidOperationException>(() => context.AbortChildInstance(below!));
            Assert.Throws<InvalidOperationException>(() => context.CancelChild(below!));
            Assert.Equal(ActivityInstanceState.Executing, below!.State);
        });
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        Assert.True(running.IsIdle);
        running.Resume("grandchild");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("6.2")]
    public void AbortChildInstance_OneOfTwo_KeepsOther(Lane lane)
    {
        Wait first = new(_log, "first"), second = new(_log, "second");
        Probe root = new(_log, "p", first, second);
        ActivityInstance? doomed = null;
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            doomed = root.Schedule(context, first);
            root.Schedule(context, second);
        };
        root.OnResume = (context, _, _) => context.AbortChildInstance(doomed!);
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        Assert.True(running.IsIdle);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("first"));
        running.Resume("second");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "p executes", "second waits", "first waits", "p @ go ", "first aborts", "p < first Faulted", "second resumed ", "p < second Closed");
    }

    /// <summary>Returns an activity that runs its child and, when resumed, passes the child's instance to the given action.</summary>
    private Probe Aborting(Activity child, Action<NativeActivityContext, ActivityInstance> act)
    {
        ActivityInstance? instance = null;
        Probe root = new(_log, "p", child) { OnResume = (context, _, _) => act(context, instance!) };
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            instance = root.ScheduleGuarded(context, child);
        };
        return root;
    }
}
