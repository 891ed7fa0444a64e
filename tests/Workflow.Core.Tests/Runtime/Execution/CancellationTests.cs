using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>Tests the propagation of cancel requests.</summary>
public sealed class CancellationTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("3.1")]
    [Rule("6.6")]
    public void Cancel_FromRunningItem_TakesEffectAtItsEnd(Lane lane)
    {
        Running? running = null;
        Step first = new(_log, "first", _ =>
        {
            running!.Cancel();
            _log.Add("goes on");
        });
        Probe root = new(_log, "p", new Step(_log, "second"), first);
        running = Runner.Prepare(root, lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "first", "goes on", "p cancels", "p < second Canceled", "p < first Closed");
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("3.1")]
    public void CancelChild_InsideMethod_CallsChildAfterwards(Lane lane)
    {
        Wait child = new(_log, "child");
        Probe parent = new(_log, "p", child);
        ActivityInstance? instance = null;
        parent.Body = context =>
        {
            context.CreateBookmark("go", parent.Resumed);
            instance = parent.Schedule(context, child);
        };
        parent.OnResume = (context, _, _) =>
        {
            context.CancelChild(instance!);
            _log.Add($"asked {instance!.State}");
        };
        Running running = Runner.Start(parent, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child waits", "p @ go ", "asked Executing", "child cancels", "p < child Canceled");
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void Cancel_Twice_CallsCancelOnce(Lane lane)
    {
        Running running = Runner.Start(new Wait(_log, "w") { IsDeaf = true }, lane);
        running.Cancel();
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w waits", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void CancelChild_TwiceOrCompleted_HasNoEffect(Lane lane)
    {
        Wait child = new(_log, "child");
        Probe parent = new(_log, "p", child);
        parent.Body = context =>
        {
            context.CreateBookmark("go", parent.Resumed, BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking);
            parent.Schedule(context, child);
        };
        ActivityInstance? done = null;
        parent.OnResume = (context, _, _) =>
        {
            context.CancelChildren();
            context.CancelChild(context.GetChildren()[0]);
        };
        parent.OnChild = (context, completed) => context.CancelChild(done = completed);
        Running running = Runner.Start(parent, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child waits", "p @ go ", "child cancels", "p < child Canceled");
        Assert.Equal(ActivityInstanceState.Canceled, done!.State);
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void IsCancellationRequested_ChildNotCanceled_IsFalse(Lane lane)
    {
        Probe child = new(_log, "child");
        child.Body = context => context.CreateBookmark("c", child.Resumed);
        child.OnResume = (context, _, _) => _log.Add($"child {context.IsCancellationRequested}");
        Probe parent = new(_log, "p", child) { OnCancel = context => _log.Add($"cancel {context.IsCancellationRequested}") };
        parent.OnChild = (context, _) => _log.Add($"parent {context.IsCancellationRequested}");
        Running running = Runner.Start(parent, lane);
        running.Cancel();
        running.Resume("c");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "p cancels", "cancel True", "child @ c ", "child False", "p < child Closed", "parent True");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_ByDefault_CancelsLastScheduledFirst(Lane lane)
    {
        Running running = Runner.Start(new Probe(_log, "p", new Wait(_log, "a"), new Wait(_log, "b"), new Wait(_log, "c")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs(
            "p executes", "c waits", "b waits", "a waits",
            "p cancels", "c cancels", "p < c Canceled", "b cancels", "p < b Canceled", "a cancels", "p < a Canceled");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    [Rule("3.6")]
    public void Cancel_Parallel_CancelsInSourceOrder(Lane lane)
    {
        Running running = Runner.Start(new Parallel { Branches = { new Wait(_log, "a"), new Wait(_log, "b") } }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a waits", "b waits", "a cancels", "b cancels");
    }

    [Theory, Lanes]
    [Rule("3.3")]
    public void Cancel_ByDefaultChildAborted_EndsCanceled(Lane lane)
    {
        Probe root = new(_log, "p", new Wait(_log, "w") { IsDeaf = true });
        root.Body = context =>
        {
            context.CreateBookmark("b", root.Resumed, BookmarkOptions.NonBlocking);
            context.ScheduleActivity(root.Children[0]);
        };
        root.OnResume = (context, _, _) => context.AbortChildInstance(context.GetChildren()[0]);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p @ b ", "w aborts");
    }

    [Theory, Lanes]
    [Rule("3.3")]
    public void Cancel_OverriddenChildCanceled_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(new Probe(_log, "p", new Wait(_log, "w")) { OnCancel = context => context.CancelChildren() }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p < w Canceled");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void MarkCanceled_WithoutRequest_ThrowsInvalidOperation(Lane lane)
    {
        Probe root = new(_log, "p") { Body = context => Assert.Throws<InvalidOperationException>(context.MarkCanceled) };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("3.5")]
    public void MarkCanceled_InCancel_FixesStateAndContinues(Lane lane)
    {
        Step extra = new(_log, "extra"), further = new(_log, "further");
        Probe root = new(_log, "p", extra, further);
        root.Body = context => context.CreateBookmark("b", root.Resumed);
        root.OnCancel = context =>
        {
            context.MarkCanceled();
            root.Schedule(context, extra);
        };
        root.OnResume = (context, _, _) => root.Schedule(context, further);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("b", "late");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "p cancels", "extra", "p < extra Closed", "p @ b late", "further", "p < further Closed");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("3.8")]
    public void Cancel_CodeActivity_HasNoEffect(Lane lane)
    {
        Running? running = null;
        running = Runner.Prepare(new Step(_log, "only", _ => running!.Cancel()), lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_Composite_UsesDefault(Lane lane)
    {
        Running running = Runner.Start(new Composite(() => new Sequence { Activities = { new Wait(_log, "w"), new Step(_log, "never") } }), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    [Rule("3.8")]
    public void Cancel_SequenceLastChildCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(new Sequence { Activities = { new Step(_log, "a"), new Wait(_log, "w") { IsDeaf = true } } }, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "w waits", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_SequenceStepsRemain_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new Sequence { Activities = { new Wait(_log, "w") { IsDeaf = true }, new Step(_log, "never") } }, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    [Rule("6.6")]
    public void Cancel_FromStepStepsRemain_EndsCanceledBeforeNext(Lane lane)
    {
        Running? running = null;
        Sequence inner = new() { Activities = { new Step(_log, "a"), new Step(_log, "b", _ => running!.Cancel()), new Step(_log, "never") } };
        running = Runner.Prepare(new Sequence { Activities = { inner, new Step(_log, "neither") } }, lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    [Rule("6.6")]
    public void Cancel_FromLastStep_EndsClosed(Lane lane)
    {
        Running? running = null;
        running = Runner.Prepare(new Sequence { Activities = { new Step(_log, "a"), new Step(_log, "b", _ => running!.Cancel()) } }, lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    [Rule("6.6")]
    public void Cancel_FromWhileCondition_RunsNoFurtherIteration(Lane lane)
    {
        Running? running = null;
        int passes = 0;
        While loop = new(_ => Test()) { Body = new Step(_log, "body") };
        running = Runner.Prepare(loop, lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("body", "body");
        Assert.Equal(3, passes);

        bool Test()
        {
            if (++passes == 3)
            {
                running!.Cancel();
            }

            return true;
        }
    }

    private sealed class Composite : Activity
    {
        public Composite(Func<Activity> implementation) => Implementation = implementation;
    }
}
