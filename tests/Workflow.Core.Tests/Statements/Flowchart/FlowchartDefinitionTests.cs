using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests which flowcharts are invalid, and which nodes belong to the activity tree.</summary>
[Rule("18.3")]
public sealed class FlowchartDefinitionTests
{
    private readonly Log _log = new();

    [Fact]
    public void StartNode_NullWithNodes_IsInvalid() =>
        Definitions.AssertInvalid(new Flowchart { DisplayName = "chart", Nodes = { Then("a") } }, "'chart' has nodes", "set its StartNode");

    [Fact]
    public void Condition_NullInReachableDecision_IsInvalid() =>
        Definitions.AssertInvalid(
            new Flowchart { StartNode = Then("a", new FlowDecision { DisplayName = "which way" }) },
            "The decision 'which way' has no condition");

    [Fact]
    public void Expression_NullInReachableSwitch_IsInvalid() => Definitions.AssertInvalid(
        new Flowchart { StartNode = new FlowDecision(_ => true) { False = new FlowSwitch<int> { DisplayName = "which one" } } },
        "The switch 'which one' has no expression");

    [Fact]
    public void Nodes_ReachableThroughAnyLink_AreChecked()
    {
        FlowSwitch<int> start = new()
        {
            Expression = 1,
            Cases = { [1] = new FlowDecision { DisplayName = "by case" }, [2] = null },
            Default = new FlowDecision(_ => true)
            {
                True = new FlowDecision { DisplayName = "by true" },
                False = Then("a", new FlowDecision { DisplayName = "by next" })
            },
        };
        string errors = Definitions.ErrorsOf(new Flowchart { StartNode = start });
        Assert.All((string[])["'by case'", "'by true'", "'by next'"], name => Assert.Contains(name, errors, StringComparison.Ordinal));
    }

    [Fact]
    public void ValidateUnconnectedNodes_False_IgnoresThem()
    {
        Probe unconnected = new(_log, "unconnected") { MayWait = false };
        Flowchart root = new() { StartNode = Then("a"), Nodes = { new FlowDecision(), new FlowStep { Action = unconnected } } };
        Assert.DoesNotContain(Definitions.Freeze(root).Plans, plan => ReferenceEquals(plan.Activity, unconnected));
    }

    [Fact]
    public void ValidateUnconnectedNodes_True_ChecksAndIncludesThem()
    {
        Flowchart root = new() { StartNode = Then("a"), ValidateUnconnectedNodes = true, Nodes = { new FlowDecision { DisplayName = "unconnected" } } };
        Definitions.AssertInvalid(root, "'unconnected' has no condition");

        Step inside = new(_log, "inside");
        root = new() { StartNode = Then("a"), ValidateUnconnectedNodes = true, Nodes = { new FlowStep { Action = inside } } };
        Assert.Contains(Definitions.Freeze(root).Plans, plan => ReferenceEquals(plan.Activity, inside));
    }

    [Fact]
    public void Nodes_OfTwoFlowcharts_AreInvalid()
    {
        FlowStep shared = Then("shared");
        Sequence root = new()
        {
            Activities =
            {
                new Flowchart { DisplayName = "first", StartNode = shared },
                new Flowchart { DisplayName = "second", StartNode = new FlowStep { Next = shared } }
            },
        };
        Definitions.AssertInvalid(root, "The node 'shared' of 'first' belongs to the flowchart 'second' too");
    }

    [Fact]
    public void Nodes_SharedWithNestedFlowchart_AreInvalid()
    {
        FlowDecision shared = new(_ => true) { DisplayName = "back" };
        Flowchart inner = new() { DisplayName = "inner", StartNode = new FlowStep { Next = shared } };
        Definitions.AssertInvalid(
            new Flowchart { DisplayName = "outer", StartNode = new FlowStep { Action = inner, Next = shared } },
            "'back' of 'inner'",
            "'outer' too");
    }

    [Fact]
    [Rule("12.3")]
    public void Nodes_OfInvalidFlowchart_CanBeReused()
    {
        FlowStep node = Then("a");
        Definitions.AssertInvalid(new Flowchart { StartNode = new FlowDecision { True = node } }, "has no condition");
        Definitions.AssertValid(new Flowchart { StartNode = node });
    }

    [Fact]
    [Rule("12.1")]
    public void Actions_OneObjectInSeveralNodes_AreDeclaredOnce()
    {
        Step twice = new(_log, "twice");
        Step unconnected = new(_log, "unconnected");
        Flowchart root = new()
        {
            StartNode = new FlowStep { Action = twice, Next = new FlowStep { Next = new FlowStep { Action = twice, Next = new FlowStep() } } },
            ValidateUnconnectedNodes = true,
            Nodes = { new FlowStep { Action = twice }, new FlowStep { Action = unconnected }, new FlowStep { Action = unconnected } },
        };
        Assert.Equal([root, unconnected, twice], Definitions.Freeze(root).Plans.Select(plan => plan.Activity));
        Assert.Equal(("1", "3", "2"), (root.Id, twice.Id, unconnected.Id));
    }

    [Fact]
    [Rule("12.2")]
    public void Actions_OneObjectInTwoFlowcharts_AreInvalid()
    {
        Step twice = new(_log, "twice");
        Sequence root = new()
        {
            Activities = { new Flowchart { StartNode = new FlowStep { Action = twice } }, new Flowchart { StartNode = new FlowStep { Action = twice } } }
        };
        Invalid.AssertRoot(root, "'twice' is used by 'Flowchart'");
    }

    [Fact]
    public void Steps_CycleWithoutAction_IsInvalid()
    {
        FlowStep first = new();
        first.Next = new FlowStep { Next = first };
        Definitions.AssertInvalid(new Flowchart { DisplayName = "chart", StartNode = Then("a", first) }, "'chart' has steps without action", "could never end");
    }

    [Fact]
    public void Collections_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => new Flowchart().Nodes.Add(null!));
        Assert.Throws<ArgumentNullException>(() => new Flowchart().Variables.Add(null!));
    }

    [Fact]
    public void Decision_GivenNull_Refuses()
    {
        Assert.Throws<ArgumentNullException>(() => new FlowDecision((Activity<bool>)null!));
        Assert.Throws<ArgumentNullException>(() => new FlowDecision((Func<ActivityContext, bool>)null!));
        Assert.Throws<ArgumentNullException>(() => new FlowDecision((System.Linq.Expressions.Expression<Func<ActivityContext, bool>>)null!));
    }

    [Fact]
    public void DisplayName_SetToNull_IsDefault()
    {
        Assert.Equal(("Decision", "Switch"), (new FlowDecision().DisplayName, new FlowSwitch<int>().DisplayName));
        FlowDecision decision = new() { DisplayName = "named" };
        FlowSwitch<int> choice = new() { DisplayName = "named" };
        Assert.Equal(("named", "named"), (decision.DisplayName, choice.DisplayName));
        decision.DisplayName = null!;
        choice.DisplayName = null!;
        Assert.Equal(("Decision", "Switch"), (decision.DisplayName, choice.DisplayName));
    }

    private FlowStep Then(string name, FlowNode? next = null) => new() { Action = new Step(_log, name), Next = next };
}
