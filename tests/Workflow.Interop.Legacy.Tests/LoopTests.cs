using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The activities that clone their children: the while activity and the conditioned group (A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class LoopTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void While_RunsACloneForEachIteration()
    {
        int count = 0;
        HashSet<object> senders = [];
        CodeActivity code = Code(
            "a",
            (sender, _) => _trace.Add($"{++count} {senders.Add(sender!)} {((Activity)sender!).QualifiedName} {((Activity)sender!).IsDynamicActivity}"));
        using Run run = Run.Of(Sequence("s", While("w", () => count < 3, code), Code("after", _trace)));
        Assert.Equal(["1 True a True", "2 True a True", "3 True a True", "after"], _trace);
        Assert.Equal(ActivityExecutionStatus.Initialized, code.ExecutionStatus);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void While_ConditionFalse_RunsNothing()
    {
        using Run run = Run.Of(While("w", () => false, Code("a", _trace)));
        Assert.Empty(_trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void While_Running_ExposesClone()
    {
        WhileActivity loop = While("w", () => _trace.Count == 0, Waiting("a"));
        using Run run = Run.Of(loop);
        Assert.Equal("a", loop.DynamicActivity!.Name);
        Assert.NotSame(loop.Activities[0], loop.DynamicActivity);
        Assert.Same(loop, loop.DynamicActivity.Parent);
        Assert.Equal(ActivityExecutionStatus.Executing, loop.DynamicActivity.ExecutionStatus);
        Assert.Equal("Idled", run.Last);
    }

    [Theory]
    [Trait("Paragraph", "A.11")]
    [InlineData(false, "cancels cancels")]
    [InlineData(true, "cancels faults")]
    public void Loops_Canceled_CancelClones(bool cancelThrows, string expected)
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence("l1", While("w", () => true, Waiting("a", () => Trace("cancels")))),
            Sequence(
                "l2",
                Replicator(
                    "r",
                    ExecutionType.Parallel,
                    new[] { 1 },
                    Waiting("b", () => cancelThrows ? throw new FormatException(Trace("faults").ToString()) : Trace("cancels")))),
            Sequence("x", Throw("t", new ArithmeticException("f")))));
        Assert.Equal(expected, string.Join(' ', _trace));
        Assert.IsType(cancelThrows ? typeof(FormatException) : typeof(ArithmeticException), run.Exception);
        Assert.Equal("Terminated", run.Last);
    }

    [Theory]
    [Trait("Paragraph", "A.11")]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Loops_CloneFaults_RunParentHandler(int kind)
    {
        Activity child = Throw("t", new FormatException("inner"));
        Activity loop = kind switch
        {
            0 => While("w", () => true, child),
            1 => Replicator("r", ExecutionType.Sequence, new[] { 1, 2 }, child),
            2 => Replicator("r", ExecutionType.Parallel, new[] { 1, 2 }, child),
            _ => new ConditionedActivityGroup("g").With(child, Waiting("w", () => Trace("canceled"))),
        };
        using Run run = Run.Of(Sequence(
            "s",
            Sequence("i", loop, Handlers("hs", Handler<FormatException>("h", Code("handled", _trace)))),
            Code("after", _trace)));
        Assert.Equal(["handled", "after"], _trace.Where(line => line != "canceled"));
        Assert.Equal(kind == 3, _trace.Contains("canceled"));
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void While_ChildHandlesFault_Continues()
    {
        int count = 0;
        using Run run = Run.Of(While(
            "w",
            () => ++count < 4,
            Sequence("s", Throw("t", new FormatException()), Handlers("hs", Handler<FormatException>("h", Code("handled", _trace))))));
        Assert.Equal(["handled", "handled", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Whiles_Nested_FindOwnIterationActivities()
    {
        int outer = 0;
        int inner = 0;
        CodeActivity code = Code("code", (sender, _) =>
        {
            Activity own = ((Activity)sender!).GetActivityByName("code")!;
            Activity sequence = own.GetActivityByName("s")!;
            _trace.Add($"{outer}{inner} {ReferenceEquals(own, sender)} {ReferenceEquals(sequence, own.Parent!.Parent)} {own.GetActivityByName("host")!.Parent is null}");
        });
        using Run run = Run.Of(While("w1", () => (inner = 0) + outer++ < 2, Sequence("s", While("w2", () => inner++ < 2, code))));
        Assert.Equal(["11 True True True", "12 True True True", "21 True True True", "22 True True True"], _trace);
    }

    [Fact]
    public void ConditionedGroup_WhenConditionsTrue_RunsChildren()
    {
        int a = 0;
        int b = 0;
        ConditionedActivityGroup group = new("g");
        CodeActivity first = Code("a", (_, _) => a++);
        CodeActivity second = Code("b", (_, _) => b++);
        ConditionedActivityGroup.SetWhenCondition(first, Condition(() => a < 3));
        ConditionedActivityGroup.SetWhenCondition(second, Condition(() => a >= 2 && b < 2));
        using Run run = Run.Of(group.With(first, second, Code("once", _trace)));
        Assert.Equal((3, 2), (a, b));
        Assert.Equal(["once"], _trace);
        Assert.Equal(3, group.GetChildActivityExecutedCount(first));
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void ConditionedGroup_UntilConditionTrue_CancelsChildren()
    {
        bool isEnough = false;
        ConditionedActivityGroup group = new ConditionedActivityGroup("g") { UntilCondition = Condition(() => isEnough) }
            .With(Waiting("w", () => Trace("canceled")), Code("c", (_, _) => isEnough = true));
        using Run run = Run.Of(Sequence("s", group, Code("after", _trace)));
        Assert.Equal(["canceled", "after"], _trace);
    }

    [Fact]
    public void ConditionedGroup_CannotProgress_Faults()
    {
        using Run run = Run.Of(new ConditionedActivityGroup("g") { UntilCondition = Condition(() => false) }.With(Code("c", _trace)));
        Assert.Equal(["c"], _trace);
        Assert.StartsWith("'g' cannot go on", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void While_ConditionThrows_Faults()
    {
        using Run run = Run.Of(While("w", () => throw new FormatException("condition"), Code("c", _trace)));
        Assert.Equal("condition", run.Exception!.Message);
    }

    private static Looped Waiting(string name, Func<ActivityExecutionStatus>? onCancel = null)
    {
        Looped looped = new(name);
        looped.Canceled += (_, e) => e.Status = onCancel?.Invoke() ?? ActivityExecutionStatus.Closed;
        return looped;
    }

    private ActivityExecutionStatus Trace(string line)
    {
        _trace.Add(line);
        return ActivityExecutionStatus.Closed;
    }
}
