using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Faults and cancellation (A.11), and the locks that their handlers hold (A.4).</summary>
[Trait("Paragraph", "A.11")]
public sealed class HandlerTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Fault_WithoutAHandler_TerminatesTheInstance()
    {
        Exception exception = new ArithmeticException("bad");
        using Run run = Run.Of(Sequence("s", Code("a", _trace), Throw("t", exception), Code("b", _trace)));
        Assert.Equal(["a"], _trace);
        Assert.Same(exception, run.Exception);
        Assert.Equal(["Created", "Started", "Terminated"], run.Events);
    }

    [Fact]
    public void Fault_HandlerOfBaseType_IsHandled()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Sequence(
                "inner",
                Throw("t", new DivideByZeroException()),
                Handlers(
                    "hs",
                    Handler<InvalidOperationException>("h1", Code("no", _trace)),
                    Handler<ArithmeticException>("h2", Code("yes", _trace)),
                    Handler<Exception>("h3", Code("late", _trace)))),
            Code("after", _trace)));
        Assert.Equal(["yes", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Fault_HandlerOfOtherType_GoesToParent()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Sequence("inner", Throw("t", new FormatException()), Handlers("h1", Handler<ArithmeticException>("no", Code("wrong", _trace)))),
            Handlers("h2", Handler<FormatException>("yes", Code("right", _trace)))));
        Assert.Equal(["right"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Fault_InHandler_GoesToParent()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Throw("t", new FormatException()),
            Handlers("hs", Handler<FormatException>("h", Throw("again", new ArithmeticException("second")), Code("never", _trace)))));
        Assert.Empty(_trace);
        Assert.Equal("second", run.Exception!.Message);
    }

    [Fact]
    public void Fault_OfBranch_CancelsOtherBranches()
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence("left", new Waiting("w", _trace), OnCancel("oc", Code("undo", _trace))),
            Sequence("right", Throw("t", new FormatException("f")))));
        Assert.Equal(["w executes", "w cancels", "w closed", "undo"], _trace);
        Assert.Equal("f", run.Exception!.Message);
    }

    [Fact]
    public void FaultHandler_OfACanceledSequence_DoesNotRun()
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence(
                "left",
                new Waiting("w", _trace) { OnCancel = _ => throw new ArithmeticException("in cancel") },
                Handlers("hs", Handler<Exception>("h", Code("no", _trace)))),
            Sequence("right", Throw("t", new FormatException("f")))));
        Assert.DoesNotContain("no", _trace);
        Assert.Contains("w faults", _trace);
        Assert.Equal("in cancel", run.Exception!.Message);
    }

    [Fact]
    public void HandleFault_Throws_ClosesWithNewException()
    {
        using Run run = Run.Of(new Waiting("w", _trace)
        {
            OnExecute = _ => throw new FormatException("first"),
            OnFault = _ => throw new FormatException("second")
        });
        Assert.Equal(["w executes", "w faults", "w closed"], _trace);
        Assert.Equal("second", run.Exception!.Message);
    }

    [Fact]
    public void Handlers_InTheFlowOfASequence_AreSkipped()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Handlers("hs", Handler<Exception>("h", Code("no", _trace))),
            OnCancel("oc", Code("no2", _trace)),
            Code("a", _trace)));
        Assert.Equal(["a"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Fault_Handled_IsSetOnHandler()
    {
        FormatException exception = new("known");
        FaultHandlerActivity handler = Handler<FormatException>("h");
        handler.Activities.Add(Code("c", (_, _) => _trace.Add(handler.Fault!.Message)));
        using Run run = Run.Of(Sequence("s", Throw("t", exception), Handlers("hs", handler)));
        Assert.Equal(["known"], _trace);
    }
}
