using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Compensation by default after faults and cancellation, by handlers, and on demand (A.11), and its status and result (A.3).</summary>
[Trait("Paragraph", "A.11")]
public sealed class CompensationTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Fault_NoHandler_CompensatesNewestFirst()
    {
        using Run run = Run.Of(Sequence("s", Book("a"), Book("b"), Code("c", _trace), Book("d"), Fail(), Book("never")));
        Assert.Equal(["a0", "b0", "c", "d0", "-d0", "-b0", "-a0"], _trace);
        Assert.Equal("failed", run.Exception!.Message);
        Assert.Equal(["Created", "Started", "Terminated"], run.Events);
    }

    [Fact]
    public void Fault_HandlerExists_CompensatesNothing()
    {
        using Run run = Run.Of(Sequence("s", Book("a"), Fail(), Handlers("hs", Handler<FormatException>("h", Code("handled", _trace)))));
        Assert.Equal(["a0", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Fault_HandledInside_IsCompensatedLater()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Sequence("inner", Book("a"), Fail(), Handlers("hs", Handler<FormatException>("h", Book("b")))),
            Book("c"),
            Throw("t2", new ArithmeticException("later"))));
        Assert.Equal(["a0", "b0", "c0", "-c0", "-b0", "-a0"], _trace);
        Assert.Equal("later", run.Exception!.Message);
    }

    [Fact]
    public void Completion_CompensatesNothing()
    {
        using Run run = Run.Of(Sequence("s", Book("a"), Compensatable("cs", Book("b"), OnCompensate("oc", Code("no", _trace)))));
        Assert.Equal(["a0", "b0"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Cancel_NoHandler_CompensatesInsideOut()
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence("left", Book("a"), Sequence("inner", Book("b"), new Waiting("w", _trace))),
            Sequence("right", Code("1", _trace), Code("2", _trace), Code("3", _trace), Fail())));
        Assert.Equal(["-b0", "-a0"], _trace.Where(static line => line.StartsWith('-')));
        Assert.True(_trace.IndexOf("w closed") < _trace.IndexOf("-b0"));
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Fact]
    public void Cancel_HandlerExists_CompensatesNothing()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Parallel(
                "p",
                Sequence("left", Book("a"), new Waiting("w", _trace), OnCancel("oc", Code("canceled", _trace))),
                Sequence("right", Code("1", _trace), Code("2", _trace), Fail()),
                Handlers("hs", Handler<FormatException>("h", Code("handled", _trace))))));
        Assert.Contains("canceled", _trace);
        Assert.DoesNotContain("-a0", _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scope_WithHandler_RunsHandler()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Compensatable("outer", Book("a"), Compensatable("inner", Book("b"), OnCompensate("oi", Code("undo inner", _trace)))),
            Compensatable("other", Book("c")),
            Fail()));
        Assert.Equal(["a0", "b0", "c0", "-c0", "undo inner", "-a0"], _trace);
    }

    [Fact]
    public void Handler_WithoutChildren_ReplacesDefault()
    {
        using Run run = Run.Of(Sequence("s", Compensatable("cs", Book("a"), OnCompensate("oc")), Fail()));
        Assert.Equal(["a0"], _trace);
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Fact]
    public void Compensate_InFaultHandler_CompensatesNamedActivity()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Book("a"),
            Book("b"),
            Fail(),
            Handlers("hs", Handler<FormatException>("h", Code("before", _trace), Compensate("co", "a"), Code("after", _trace)))));
        Assert.Equal(["a0", "b0", "before", "-a0", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Compensate_OwnScope_CompensatesAllInIt()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Book("a"),
            Sequence("inner", Book("b")),
            Fail(),
            Handlers("hs", Handler<FormatException>("h", Book("inHandler"), Compensate("co", "s"), Code("after", _trace)))));
        Assert.Equal(["a0", "b0", "inHandler0", "-b0", "-a0", "after"], _trace);
    }

    [Fact]
    public void Compensate_InCompensationHandler_ChoosesOrder()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Compensatable("cs", Book("a"), Book("b"), Book("c"), OnCompensate("oc", Compensate("c1", "a"), Compensate("c2", "c"))),
            Fail()));
        Assert.Equal(["a0", "b0", "c0", "-a0", "-c0"], _trace);
    }

    [Fact]
    public void Compensate_InCancellationHandler_CompensatesSucceeded()
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence(
                "left",
                Book("a"),
                new Waiting("w", _trace),
                Book("b"),
                OnCancel("oc", Compensate("co", "a"), Compensate("cb", "b"), Code("done", _trace))),
            Sequence("right", Code("1", _trace), Code("2", _trace), Fail())));
        Assert.Equal(["-a0", "done"], _trace.TakeLast(2));
    }

    [Fact]
    public void Compensate_TargetNotSucceeded_DoesNothing()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Compensatable("bad", Book("a"), Fail()),
            Handlers("hs", Handler<FormatException>("h", Compensate("co", "bad"), Compensate("co2", "a"), Code("after", _trace)))));
        Assert.Equal(["a0", "-a0", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Compensate_Twice_CompensatesOnce()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Book("a"),
            Fail(),
            Handlers("hs", Handler<FormatException>("h", Compensate("c1", "a"), Compensate("c2", "a"), Compensate("c3", "s")))));
        Assert.Equal(["a0", "-a0"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Theory]
    [InlineData("while")]
    [InlineData("replicator")]
    [Trait("Paragraph", "A.6")]
    public void Loops_Compensated_CompensateEachClone(string kind)
    {
        int count = 0;
        Activity loop = kind == "while" ? While("w", () => count++ < 3, Book("a")) : Replicator("r", ExecutionType.Sequence, new[] { 1, 2, 3 }, Book("a"));
        using Run run = Run.Of(Sequence("s", Book("first"), loop, Book("last"), Fail()));
        Assert.Equal(["first0", "a0", "a1", "a2", "last0", "-last0", "-a2", "-a1", "-a0", "-first0"], _trace);
    }

    [Fact]
    [Trait("Paragraph", "A.6")]
    public void NestedLoops_Compensated_CompensateEachRun()
    {
        int outer = 0;
        Activity body = Compensatable(
            "cs",
            Replicator("r", ExecutionType.Parallel, new[] { 1, 2 }, Sequence("b", Book("a"), Code("x", _trace))),
            OnCompensate("oc", Compensate("co", "a")));
        using Run run = Run.Of(Sequence("s", While("w", () => outer++ < 2, body), Fail()));
        Assert.Equal(["-a3", "-a2", "-a1", "-a0"], _trace.Where(static line => line.StartsWith('-')));
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Fact]
    public void Loop_Canceled_CompensatesIterations()
    {
        int count = 0;
        using Run run = Run.Of(Parallel(
            "p",
            Sequence(
                "left",
                While(
                    "w",
                    () => count++ < 3,
                    Sequence(
                        "b",
                        Book("a"),
                        new IfElseActivity("i").With(new IfElseBranchActivity("ib") { Condition = Condition(() => count == 3) }.With(new Looped("wait")))))),
            Sequence("right", Delay("d", 1), Fail())));
        Assert.Equal(["a0", "a1", "a2"], _trace);
        run.ContinueAfter(TimeSpan.FromMinutes(1));
        Assert.Equal(["a0", "a1", "a2", "-a2", "-a1", "-a0"], _trace);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void Compensation_Throws_ParentCompensatesRest()
    {
        Booking bad = Book("bad");
        bad.Undone += (_, _) => throw new ArithmeticException("undo");
        using Run run = Run.Of(Sequence("s", Book("z"), Sequence("inner", Book("a"), bad, Book("c"), Fail())));
        Assert.Equal(["z0", "a0", "bad0", "c0", "-c0", "-bad0", "-a0", "-z0"], _trace);
        Assert.Equal("undo", run.Exception!.Message);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void Compensation_Throws_ParentHandlesException()
    {
        Booking bad = Book("bad");
        bad.Undone += (_, _) => throw new ArithmeticException("undo");
        using Run run = Run.Of(Sequence(
            "s",
            Sequence("inner", bad, Fail()),
            Handlers("hs", Handler<ArithmeticException>("h", Code("handled", _trace))),
            Code("never", _trace)));
        Assert.Equal(["bad0", "-bad0", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void CompensationHandler_Throws_SkipsOwnFaultHandlers()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Book("z"),
            Compensatable(
                "cs",
                Book("a"),
                Handlers("hs", Handler<Exception>("h", Code("no", _trace))),
                OnCompensate("oc", Throw("t2", new ArithmeticException("undo")))),
            Fail()));
        Assert.Equal(["z0", "a0", "-a0", "-z0"], _trace);
        Assert.Equal("undo", run.Exception!.Message);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void Compensate_TargetFails_EndsHandler()
    {
        Booking bad = Book("bad");
        bad.Undone += (_, _) => throw new ArithmeticException("undo");
        using Run run = Run.Of(Sequence(
            "s",
            Sequence(
                "inner",
                Book("a"),
                bad,
                Fail(),
                Handlers(
                    "hs",
                    Handler<FormatException>("h", Sequence("hi", Sequence("hj", Compensate("co", "inner")), Code("no", _trace)), Code("no2", _trace)))),
            Handlers("hs2", Handler<ArithmeticException>("h2", Compensate("co2", "s"), Code("handled", _trace)))));
        Assert.Equal(["a0", "bad0", "-bad0", "-a0", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Compensation_Asynchronous_IsAwaited()
    {
        Booking slow = Book("slow");
        slow.Undone += (_, e) =>
        {
            e.Status = ActivityExecutionStatus.Compensating;
            WorkflowQueueOf(e.Context).QueueItemAvailable += (sender, _) => ((ActivityExecutionContext)sender!).CloseActivity();
        };
        using Run run = Run.Of(Sequence("s", Book("a"), slow, Fail()));
        Assert.Equal(["a0", "slow0", "-slow0"], _trace);
        Assert.Equal("Idled", run.Last);
        Assert.Equal(ActivityExecutionStatus.Compensating, slow.ExecutionStatus);
        run.Instance.EnqueueItem("undo", 1, null, null);
        run.Continue();
        Assert.Equal(["a0", "slow0", "-slow0", "-a0"], _trace);
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Fact]
    public void Fault_DuringCompensation_AwaitsIt()
    {
        Booking slow = Book("slow");
        slow.Undone += (_, e) =>
        {
            e.Status = ActivityExecutionStatus.Compensating;
            WorkflowQueueOf(e.Context).QueueItemAvailable += (sender, _) => ((ActivityExecutionContext)sender!).CloseActivity();
        };
        slow.Compensating += (_, _) => throw new ArithmeticException("event");
        using Run run = Run.Of(Sequence("s", Sequence("inner", slow), Fail()));
        Assert.Equal("Idled", run.Last);
        run.Instance.EnqueueItem("undo", 1, null, null);
        run.Continue();
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void Terminate_DuringCompensation_EndsInstance()
    {
        Booking slow = Book("slow");
        slow.Undone += (_, e) => e.Status = ActivityExecutionStatus.Compensating;
        int released = 0;
        slow.Released += (_, _) => released++;
        using Run run = Run.Of(Sequence("s", slow, Fail()));
        run.Instance.Terminate("enough");
        Assert.Equal("Terminated", run.Last);
        Assert.Equal(1, released);
    }

    [Fact]
    public void Compensation_DeepAndWideTrees_NeedsNoDeepStack()
    {
        Activity deep = Book("a");
        for (int i = 0; i < 2000; i++)
        {
            deep = i % 2 == 0 ? Sequence($"s{i}", deep) : Compensatable($"c{i}", deep);
        }

        using Run run = Run.Of(Sequence("s", deep, Sequence("wide", [.. Enumerable.Range(0, 2000).Select(i => Book($"w{i}_"))]), Fail()));
        Assert.Equal(4002, _trace.Count);
        Assert.Equal(["-w0_0", "-a0"], _trace.TakeLast(2));
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Fact]
    public void Validation_InvalidWorkflow_ListsErrors()
    {
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() =>
        {
            using Workflow.Interop.Legacy.Runtime.WorkflowRuntime runtime = new();
            runtime.CreateWorkflow(typeof(Invalid));
        });
        Assert.Equal(
            [
                "The activity 'free' is not in a handler of faults, cancellation or compensation; move it into one.",
                "The activity 'misplaced' is not in an activity that can be compensated; move it into one, such as a CompensatableSequenceActivity.",
                "The activity 'unnamed' has the TargetActivityName '', which is no activity in 'Invalid'; name that activity or one in it.",
                "The activity 'outside' has the TargetActivityName 'nowhere', which is no activity in 'Invalid'; name that activity or one in it.",
                "The activity 'code' has the TargetActivityName 'c', which cannot be compensated; name an activity that implements ICompensatableActivity.",
                "The activity 'o1' is not the only CompensationHandlerActivity of an activity; each activity can have one.",
                "The activity 'o2' is not the only CompensationHandlerActivity of an activity; each activity can have one.",
            ],
            exception.Errors.Select(static error => error.ErrorText));
    }

    private static Runtime.WorkflowQueue WorkflowQueueOf(ActivityExecutionContext context) =>
        context.GetService<Runtime.WorkflowQueuingService>()!.CreateWorkflowQueue("undo", transactional: false);

    private static ThrowActivity Fail() => Throw("t", new FormatException("failed"));

    private Booking Book(string name) => new(name, _trace);

    public sealed class Invalid : SequentialWorkflowActivity
    {
        public Invalid()
        {
            List<string> trace = [];
            this.With(
                Compensate("free", "Invalid"),
                Code("c", trace),
                OnCompensate("misplaced"),
                Handlers(
                    "hs",
                    Handler<Exception>(
                        "h",
                        Compensate("unnamed", string.Empty),
                        Compensate("outside", "nowhere"),
                        Compensate("code", "c"),
                        Compensate("fine", "Invalid"))),
                Compensatable("cs", OnCompensate("o1"), OnCompensate("o2")));
        }
    }
}
