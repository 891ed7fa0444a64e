using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Units;

public sealed class WorkflowCoverageTests
{
    [Fact]
    public void Add_OfRuns_CountsActivitiesAndBranches()
    {
        WorkflowCoverage coverage = new(new Discount());
        Assert.Equal(coverage.Items, coverage.NotReached, (one, other) => one.Name == other.Name);
        Run(coverage, 200);
        Run(coverage, 300);
        Assert.Equal(["Else", "vip"], coverage.NotReached.Select(item => item.Name));
        Run(coverage, 20);
        Assert.Equal(3, coverage.Items.Single(item => item.Name == "check").Count);
        Assert.Equal(2, coverage.Items.Single(item => item.Name == "reduce").Count);
        Assert.Equal(1, coverage.Items.Single(item => item is { Name: "Else", Kind: CoverageKind.Branch }).Count);
        Assert.Equal(["vip"], coverage.NotReached.Select(item => item.Name));
        Assert.StartsWith("7 of 8 reached", coverage.ToString(), StringComparison.Ordinal);
        Assert.Contains("      2        reduce (1.", coverage.ToString(), StringComparison.Ordinal);
        Assert.Contains("  never        vip (1.", coverage.ToString(), StringComparison.Ordinal);

        static void Run(WorkflowCoverage coverage, int total) =>
            coverage.Add(WorkflowTest.Run(new Discount(), new Dictionary<string, object?> { ["Total"] = total }).Trace);
    }

    [Fact]
    public void ToMermaid_OfACoverage_HasTheCountsAndMarksTheRest()
    {
        WorkflowCoverage coverage = new(new Discount());
        coverage.Add(WorkflowTest.Run(new Discount(), new Dictionary<string, object?> { ["Total"] = 200 }).Trace);
        string diagram = coverage.ToMermaid();
        Assert.Contains("[\"reduce<br/>1×\"]", diagram, StringComparison.Ordinal);
        Assert.Contains("[\"check<br/>1×<br/>Else: never\"]", diagram, StringComparison.Ordinal);
        Assert.Contains("[\"vip<br/>never\"]", diagram, StringComparison.Ordinal);
        Assert.Contains(" marked", diagram, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Add_OfAStateMachine_CountsTransitions()
    {
        WorkflowCoverage coverage = new(Machine());
        await using TestHost host = new();
        TestInstance instance = host.Start(Machine());
        await instance.RunUntilBookmarkAsync("pay");
        await instance.ResumeAsync("pay", "yes");
        await instance.RunToEndAsync();
        coverage.Add(instance.Trace);
        CoverageItem[] transitions = [.. coverage.Items.Where(item => item.Kind == CoverageKind.Transition)];
        Assert.Equal([("open -> paid: payment", 1), ("open -> closed: refusal", 0)], transitions.Select(item => (item.Name, item.Count)));
    }

    /// <summary>Both branches of the decision lead to the same node or to the end, so the activities that ran do not show the branch.</summary>
    [Fact]
    public void Add_OfAFlowchart_CountsBranchesToSharedNodes()
    {
        WorkflowCoverage coverage = new(new Chart());
        Run(coverage, 2);
        Assert.Equal(["size (1.3) -> false", "kind (1.2) -> 1", "kind (1.2) -> default"], coverage.NotReached.Select(item => item.Name));
        Assert.Contains(" true: 1×", coverage.ToMermaid(), StringComparison.Ordinal);
        Run(coverage, 1);
        Run(coverage, 50);
        Run(coverage, 50);
        Assert.Equal(
            [("size (1.3) -> true", 2), ("size (1.3) -> false", 2), ("kind (1.2) -> 1", 1), ("kind (1.2) -> 2", 1), ("kind (1.2) -> default", 2)],
            coverage.Items.Where(item => item.Kind == CoverageKind.Branch).Select(item => (item.Name, item.Count)));
        Assert.Empty(coverage.NotReached);

        static void Run(WorkflowCoverage coverage, int size) =>
            coverage.Add(WorkflowTest.Run(new Chart(), new Dictionary<string, object?> { ["Size"] = size }).Trace);
    }

    [Fact]
    public void Add_OfAFlowchartWithASharedCondition_LeavesItsBranchesOut()
    {
        Activity<bool> condition = new Expressions.LambdaValue<bool>(_ => true);
        WorkflowCoverage coverage = new(new Flowchart { StartNode = new FlowDecision(condition) { True = new FlowDecision(condition) } });
        Assert.DoesNotContain(coverage.Items, item => item.Kind == CoverageKind.Branch);
    }

    [Fact]
    public void Add_OfASwitch_CountsCasesWithoutActivity()
    {
        WorkflowCoverage coverage = new(Switching("a"));
        foreach (string? value in (string?[])["a", "b", null, "other", "other"])
        {
            coverage.Add(WorkflowTest.Run(Switching(value)).Trace);
        }

        Assert.Equal(
            [("case \"b\"", 1), ("case null", 1), ("default", 2)],
            coverage.Items.Where(item => item.Kind == CoverageKind.Branch).Select(item => (item.Name, item.Count)));

        static Switch<string?> Switching(string? value) => new(_ => value) { Cases = { ["a"] = new Sequence(), ["b"] = null, [null] = null } };
    }

    [Fact]
    public void Add_OfATraceOfAnotherDefinition_IsRefused()
    {
        WorkflowCoverage coverage = new(new Sequence { DisplayName = "first" });
        ArgumentException failure = Assert.Throws<ArgumentException>(() => coverage.Add(WorkflowTest.Run(new Sequence { DisplayName = "second" }).Trace));
        Assert.Contains("'second' there and 'first' here", failure.Message, StringComparison.Ordinal);
        Assert.Single(coverage.NotReached);
    }

    [Fact]
    public void Add_FromManyThreads_CountsEachRun()
    {
        WorkflowCoverage coverage = new(new Sequence());
        System.Threading.Tasks.Parallel.For(0, 50, _ => coverage.Add(WorkflowTest.Run(new Sequence()).Trace));
        Assert.Equal(50, coverage.Items.Single().Count);
    }

    private static StateMachine Machine()
    {
        State closed = new() { DisplayName = "closed", IsFinal = true }, paid = new() { DisplayName = "paid", IsFinal = true };
        State open = new()
        {
            DisplayName = "open",
            Transitions =
            {
                new Transition { DisplayName = "payment", To = paid, Trigger = new WaitFor("pay") },
                new Transition { DisplayName = "refusal", To = closed, Trigger = new WaitFor("refuse") },
            },
        };
        return new StateMachine { InitialState = open, States = { open, paid, closed } };
    }

    private sealed class Chart : Activity
    {
        public Chart() => Implementation = () =>
        {
            FlowSwitch<int> kind = new()
            {
                DisplayName = "kind",
                Expression = new Expressions.LambdaValue<int>(context => Size!.Get(context)),
                Cases = { [1] = null, [2] = null }
            };
            return new Flowchart
            {
                DisplayName = "chart",
                StartNode = new FlowStep
                {
                    Action = new Sequence { DisplayName = "first" },
                    Next = new FlowDecision(context => Size!.Get(context) < 10) { DisplayName = "size", True = kind, False = kind },
                },
            };
        };

        public InArgument<int>? Size { get; set; }
    }

    private sealed class Discount : Activity<int>
    {
        public Discount() => Implementation = () => new Sequence
        {
            DisplayName = "steps",
            Activities =
            {
                new If(context => Total!.Get(context) > 100)
                {
                    DisplayName = "check",
                    Then = new Assign<int> { DisplayName = "reduce", To = new(context => Result!.Get(context)), Value = 10 }
                },
                new If(context => Total!.Get(context) < 0)
                {
                    DisplayName = "negative",
                    Then = new Sequence { DisplayName = "vip" },
                    Else = new Sequence { DisplayName = "usual" }
                },
            },
        };

        public InArgument<int>? Total { get; set; }
    }
}
