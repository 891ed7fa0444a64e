extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Compensations that fail midway, that are nested, in loops, and after a load (A.11).</summary>
[Trait("Paragraph", "A.11")]
public sealed class CompensationAttackTests
{
    private readonly List<string> _trace = [];
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public void NestedHandler_Throws_ParentsCompensateRest()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Book("z"),
            Compensatable(
                "outer",
                Book("a"),
                Compensatable("inner", Book("b"), OnCompensate("oi", Code("undo", _trace), Throw("e", new ArithmeticException("undo")), Code("never", _trace))),
                Book("c")),
            Fail()));
        Assert.Equal(["z0", "a0", "b0", "c0", "-c0", "undo", "-b0", "-a0", "-z0"], _trace);
        Assert.Equal("undo", run.Exception!.Message);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void NestedFaultHandler_CompensationFails_DoesNotRun()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Compensatable(
                "outer",
                Compensatable("inner", Book("b"), OnCompensate("oi", Throw("e1", new ArithmeticException("inner")))),
                OnCompensate(
                    "oo",
                    Sequence(
                        "body",
                        Compensate("co", "inner"),
                        Code("never", _trace),
                        Handlers("hs", Handler<ArithmeticException>("h", Code("handled", _trace), Throw("e2", new FormatException("outer"))))))),
            Fail()));
        Assert.Equal(["b0", "-b0"], _trace);
        Assert.Equal("Terminated", run.Last);
        Assert.Equal("inner", run.Exception!.Message);
    }

    [Fact]
    public void CompensationHandler_HandlesException_Continues()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Book("z"),
            Compensatable(
                "outer",
                Book("a"),
                OnCompensate(
                    "oo",
                    Sequence(
                        "guarded",
                        Throw("e1", new ArithmeticException("inner")),
                        Handlers("hs", Handler<ArithmeticException>("h", Code("handled", _trace)))),
                    Compensate("co", "a"))),
            Fail()));
        Assert.Equal(["z0", "a0", "handled", "-a0", "-z0"], _trace);
        Assert.Equal("failed", run.Exception!.Message);
    }

    [Theory]
    [InlineData("while")]
    [InlineData("replicator")]
    [InlineData("parallel")]
    [InlineData("group")]
    [Trait("Paragraph", "A.6")]
    public void LoopIteration_CompensationFails_IsNotCompensatedAgain(string kind)
    {
        int count = 0;
        int undone = 0;
        Booking booking = Book("a");
        booking.Undone += (_, _) =>
        {
            if (++undone == 2)
            {
                throw new ArithmeticException("undo");
            }
        };
        Activity loop = kind switch
        {
            "while" => While("w", () => count++ < 3, booking),
            "replicator" => Replicator("r", ExecutionType.Sequence, new[] { 1, 2, 3 }, booking),
            "parallel" => Replicator("r", ExecutionType.Parallel, new[] { 1, 2, 3 }, booking),
            _ => new ConditionedActivityGroup("g").With(booking),
        };
        if (kind == "group")
        {
            ConditionedActivityGroup.SetWhenCondition(booking, Condition(() => count++ < 3));
        }

        int released = 0;
        booking.Released += (_, _) => released++;
        using Run run = Run.Of(Sequence(
            "s",
            Sequence(
                "inner",
                loop,
                Throw("t", new FormatException("failed")),
                Handlers("hs", Handler<FormatException>("h", Compensate("co", "a"), Code("never", _trace)))),
            Handlers("hs2", Handler<ArithmeticException>("h2", Compensate("co2", "s"), Code("end", _trace)))));
        Assert.Equal(["a0", "a1", "a2", "-a2", "-a1", "-a0", "end"], _trace);
        Assert.Equal("Completed", run.Last);
        Assert.Equal(4, released);
    }

    [Fact]
    public void Cancellation_CompensationWaits_AwaitsIt()
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence(
                "left",
                Compensatable("cs", Book("a"), OnCompensate("oc", new Reading("undo"), Compensate("co", "a"))),
                Throw("t1", new FormatException("left"))),
            Sequence("right", new Reading("fail"), Throw("t2", new ArithmeticException("right")))));
        Assert.Equal("Idled", run.Last);
        run.Instance.EnqueueItem("fail", 1, null, null);
        run.Continue();
        Assert.Equal("Idled", run.Last);
        run.Instance.EnqueueItem("undo", 1, null, null);
        run.Continue();
        Assert.Equal(["a0", "-a0"], _trace);
        Assert.Equal("Terminated", run.Last);
        Assert.True(run.Exception!.Message is "left" or "right");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Compensation_FailsAfterLoad_ParentsContinue(bool isLooped)
    {
        string steps = string.Empty;
        CodeActivity Step(string name, string letter) => Code(name, (_, _) => steps += letter);
        Transacting.Build = _ =>
        [
            Sequence(
                "s",
                Compensatable("first", Step("a1", "a"), OnCompensate("undoFirst", Step("a2", "A"), new Reading("q1"), Step("a3", "B"))),
                isLooped ? While("w", () => steps.Count(static step => step == 'b') < 2, Second()) : Second(),
                new Reading("fail"),
                Code("t", static (_, _) => throw new FormatException("failed"))),
        ];
        CompensatableSequenceActivity Second() => Compensatable(
            "second",
            Step("b1", "b"),
            OnCompensate("undoSecond", Step("b2", "C"), new Reading("q2"), Code("undoing", static (_, _) => throw new ArithmeticException("undo"))));
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock, unloadOnIdle: true, workflows: typeof(Transacting));
        WorkflowInstance instance = host.Start(typeof(Transacting));
        foreach (string queue in isLooped ? ["fail", "q2", "q2"] : new[] { "fail", "q2", "q1" })
        {
            Assert.Equal("Unloaded", host.Events.Last());
            host.Send(instance, queue, 1);
        }

        Assert.Equal(isLooped ? "abbCC" : "abCAB", steps);
        Assert.Equal("Terminated undo", host.Events.Last());
        Assert.Empty(host.Failures);
    }

    private static ThrowActivity Fail() => Throw("t", new FormatException("failed"));

    private Booking Book(string name) => new(name, _trace);
}
