using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The basic activities (A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class LibraryTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Sequence_WithDisabledChildren_SkipsThem()
    {
        CodeActivity off = Code("off", _trace);
        off.Enabled = false;
        using Run run = Run.Of(Sequence("s", off, Code("a", _trace), Code("b", _trace), new Activity("empty")));
        Assert.Equal(["a", "b"], _trace);
        Assert.Equal(["Created", "Started", "Completed"], run.Events);
    }

    [Fact]
    public void SequentialWorkflow_RaisesInitializedBeforeAndCompletedAfter()
    {
        SequentialWorkflowActivity workflow = new SequentialWorkflowActivity("inner").With(Code("a", _trace));
        workflow.Initialized += (_, _) => _trace.Add("initialized");
        workflow.Completed += (_, _) => _trace.Add("completed");
        using Run run = Run.Of(workflow);
        Assert.Equal(["initialized", "a", "completed"], _trace);
    }

    [Theory]
    [InlineData(true, true, "first")]
    [InlineData(false, true, "second")]
    [InlineData(false, false, "")]
    [InlineData(false, null, "second")]
    public void IfElse_Conditions_RunsFirstTrueBranch(bool first, bool? second, string expected)
    {
        using Run run = Run.Of(new IfElseActivity("if").With(Branch("b1", first, Code("first", _trace)), Branch("b2", second, Code("second", _trace))));
        Assert.Equal(expected, string.Join(' ', _trace));
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void IfElse_ConditionThrows_Faults()
    {
        CodeCondition condition = new();
        condition.Condition += (_, _) => throw new FormatException("condition");
        using Run run = Run.Of(new IfElseActivity("if").With(new IfElseBranchActivity("b") { Condition = condition }));
        Assert.Equal("condition", run.Exception!.Message);
    }

    [Fact]
    public void Parallel_TwoBranches_InterleavesAndClosesAfterBoth()
    {
        using Run run = Run.Of(Sequence(
            "s",
            Parallel("p", Sequence("l", Code("l1", _trace), Code("l2", _trace)), Sequence("r", Code("r1", _trace), Code("r2", _trace))),
            Code("after", _trace)));
        Assert.Equal(["l1", "r1", "l2", "r2", "after"], _trace);
    }

    [Fact]
    public void Throw_OfType_CreatesException()
    {
        using Run run = Run.Of(new ThrowActivity("t") { FaultType = typeof(FormatException) });
        Assert.IsType<FormatException>(run.Exception);
    }

    [Fact]
    public void Throw_FaultOfOtherType_ReportsIt()
    {
        using Run run = Run.Of(new ThrowActivity("t") { FaultType = typeof(FormatException), Fault = new ArithmeticException() });
        Assert.Equal("The Fault of 't' is a 'System.ArithmeticException', not a 'System.FormatException'; change Fault or FaultType.", run.Exception!.Message);
    }

    [Fact]
    public void EnabledActivities_OfASequence_HaveNoHandlers()
    {
        SequenceActivity sequence = Sequence("s", Code("a", _trace), Handlers("hs"), OnCancel("oc"));
        Assert.Equal("a", Assert.Single(sequence.EnabledActivities).Name);
        Assert.Equal(3, sequence.Activities.Count);
        Assert.NotSame(sequence.EnabledActivities, sequence.EnabledActivities);
        Assert.Equal("oc", sequence.Activities["oc"]!.Name);
    }
}
