using System.Text.RegularExpressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Definitions as Mermaid diagrams.</summary>
public sealed partial class DiagramTests
{
    private static readonly string[] Marks = ["Ship"];

    [Fact]
    public void ToMermaid_OfASequence_ConnectsItsSteps()
    {
        Sequence order = new() { DisplayName = "Order", Activities = { Step("Receive"), Step("Ship") } };
        string expected = """
            flowchart TD
              subgraph a1["Order"]
                a3["Receive"]
                a2["Ship"]
                a3 --> a2
              end

            """.ReplaceLineEndings("\n");
        Assert.Equal(expected, WorkflowDiagram.ToMermaid(order));
        Assert.Equal(("1", "3", "2"), (order.Id, order.Activities[0].Id, order.Activities[1].Id));
    }

    [Fact]
    public void ToMermaid_OfABranch_LabelsItsLines() => Assert.Equal(
        ["Condition -true-> Yes", "Condition -false-> No"],
        LinesOf(new If(_ => true) { Then = Step("Yes"), Else = Step("No") }));

    [Fact]
    public void ToMermaid_OfASwitch_LabelsItsCases() => Assert.Equal(
        ["Expression -null-> N", "Expression -a-> A", "Expression -default-> D"],
        LinesOf(new Switch<string?>(_ => "a") { Cases = { ["a"] = Step("A"), [null!] = Step("N"), ["empty"] = null }, Default = Step("D") })
            .OrderBy(line => line.Contains("null", StringComparison.Ordinal) ? 0 : 1));

    [Fact]
    public void ToMermaid_OfLoops_LeadsBack()
    {
        Assert.Equal(["Condition -true-> Body", "Body --> Condition"], LinesOf(new While(_ => false) { Body = Step("Body") }));
        Assert.Equal(["Body --> Condition", "Condition -true-> Body"], LinesOf(new DoWhile(_ => false) { Body = Step("Body") }));
    }

    [Fact]
    public void ToMermaid_OfAFlowchart_FollowsItsLinks()
    {
        FlowStep pack = new() { Action = Step("Pack") };
        FlowSwitch<int> again = new() { DisplayName = "More?", Expression = new Workflow.Expressions.Literal<int>(1), Cases = { [1] = pack } };
        FlowDecision sure = new(_ => true) { DisplayName = "Sure?", True = again, False = pack };
        FlowStep pause = new() { Next = sure };
        pack.Next = pause;
        Assert.Equal(
            [" --> Pack", "Pack --> FlowStep", "FlowStep --> Sure?", "Sure? -true-> More?", "Sure? -false-> Pack", "More? -1-> Pack"],
            LinesOf(new Flowchart { StartNode = pack, Nodes = { pack, sure } }));
        Assert.Empty(LinesOf(new Flowchart()));
    }

    [Fact]
    public void ToMermaid_OfAStateMachine_NamesItsTransitions()
    {
        State done = new() { DisplayName = "Done", IsFinal = true };
        State open = new()
        {
            DisplayName = "Open",
            Entry = Step("Note"),
            Exit = Step("Leave"),
            Transitions =
            {
                new Transition { DisplayName = "decided", Trigger = Step("Decision"), Action = Step("Tell"), To = done },
                new Transition { DisplayName = "at once", To = done }
            },
        };
        Assert.Equal(
            ["Note --> Decision", "Decision -decided-> Tell", " --> Open", "Open -decided-> Done", "Open -at once-> Done"],
            LinesOf(new StateMachine { InitialState = open, States = { open, done } }));
    }

    [Fact]
    public void ToMermaid_OfAPickAndATryCatch_ConnectsWhatFollows()
    {
        Assert.Equal(["T --> A"], LinesOf(new Pick { Branches = { new PickBranch { DisplayName = "Left", Trigger = Step("T"), Action = Step("A") } } }));
        TryCatch caught = new()
        {
            Try = Step("Try"),
            Catches = { new Catch<TimeoutException> { Action = new ActivityAction<TimeoutException> { Handler = Step("Late") } } },
            Finally = Step("Finally")
        };
        Assert.Equal(["Try --> Finally", "Try -TimeoutException-> Late", "Late --> Finally"], LinesOf(caught));
    }

    [Fact]
    public void ToMermaid_OfOtherActivities_DrawsChildrenButNoExpressions()
    {
        string text = WorkflowDiagram.ToMermaid(
            new Parallel { Branches = { Step("A"), new WriteLine { Text = new InArgument<string>(_ => "text"), DisplayName = "B" } } });
        Assert.Contains("[\"A\"]", text, StringComparison.Ordinal);
        Assert.Matches("a\\d+\\[\"B\"\\]\n", text);
        Assert.DoesNotContain("-->", text, StringComparison.Ordinal);
    }

    [Fact]
    public void ToMermaid_WithOptions_MarksAndNotes()
    {
        Sequence order = new() { DisplayName = "Order", Activities = { Step("Receive"), Step("Ship") } };
        string text = WorkflowDiagram.ToMermaid(
            order,
            new WorkflowDiagramOptions
            {
                IsMarked = activity => Marks.Contains(activity.DisplayName),
                Note = activity => activity.DisplayName == "Ship" ? "3 times" : null
            });
        Assert.Contains("a2[\"Ship<br/>3 times\"]", text, StringComparison.Ordinal);
        Assert.Contains("class a2 marked\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void ToMermaid_OfAPart_DrawsThatPart()
    {
        Sequence inner = new() { DisplayName = "Inner", Activities = { Step("S") } };
        Sequence root = new() { Activities = { inner } };
        WorkflowInspectionServices.CacheMetadata(root);
        Assert.StartsWith("flowchart TD\n  subgraph a2[\"Inner\"]\n", WorkflowDiagram.ToMermaid(inner), StringComparison.Ordinal);
    }

    [Fact]
    public void ToMermaid_OfNamesWithSpecialCharacters_EscapesThem() =>
        Assert.Contains("[\"a#34;]#60;b#62;#38;#35;#124;#96;#92;<br/>é\"]", WorkflowDiagram.ToMermaid(Step("a\"]<b>&#|`\\\né")), StringComparison.Ordinal);

    [Fact]
    public void ToMermaid_OfADeepTree_NeedsNoDeepStack()
    {
        Activity root = Step("leaf");
        for (int i = 0; i < 5_000; i++)
        {
            root = new Sequence { Activities = { root } };
        }

        Assert.Equal(5_000, WorkflowDiagram.ToMermaid(root).Split("subgraph ").Length - 1);
    }

    [Fact]
    public void Draw_OfAUsersActivity_IsUsed()
    {
        Assert.Equal(["Body -again-> Body"], LinesOf(new Twice(Step("Body"), null)));
    }

    [Fact]
    public void Draw_OfAForeignActivityOrNode_IsRefused()
    {
        InvalidOperationException failure = Assert.Throws<InvalidOperationException>(
            () => WorkflowDiagram.ToMermaid(new Twice(Step("Body"), Step("Stranger"))));
        Assert.Contains("'Stranger'", failure.Message, StringComparison.Ordinal);
        ActivityDiagram one = new("One", _ => true), two = new("Two", _ => true);
        DiagramNode node = one.AddDecision("x");
        two.AddDecision("y");
        Assert.Throws<ArgumentException>(() => two.Connect(node, node));
        Assert.Throws<ArgumentNullException>(() => one.Connect(node, null!));
        Assert.Throws<ArgumentNullException>(() => one.Add(null!));
    }

    [Fact]
    public void ToMermaid_OfAnInvalidDefinition_ListsTheProblems()
    {
        Assert.Throws<InvalidWorkflowException>(() => WorkflowDiagram.ToMermaid(new TryCatch()));
        Assert.Throws<ArgumentNullException>(() => WorkflowDiagram.ToMermaid(null!));
    }

    /// <summary>Returns the connections of a diagram, with the texts of their nodes.</summary>
    private static IEnumerable<string> LinesOf(Activity root)
    {
        string text = WorkflowDiagram.ToMermaid(root);
        Dictionary<string, string> names = Nodes().Matches(text).ToDictionary(match => match.Groups[1].Value, match => match.Groups[2].Value.Trim());
        return Lines().Matches(text).Select(match => $"{names[match.Groups[1].Value]} -{match.Groups[2].Value}-> {names[match.Groups[3].Value]}");
    }

    [GeneratedRegex("""(a[0-9_n]+)[\[({]+"([^"]*)"[\])}]""")]
    private static partial Regex Nodes();

    [GeneratedRegex("""(a[0-9_n]+) -->(?:\|"([^"]*)"\|)? (a[0-9_n]+)""")]
    private static partial Regex Lines();

    private static Persist Step(string name) => new() { DisplayName = name };

    private sealed class Twice(Activity body, Activity? stranger) : NativeActivity, IDiagramSource
    {
        public void Draw(ActivityDiagram diagram)
        {
            DiagramNode node = diagram.Add(body);
            diagram.Connect(node, diagram.Add(stranger ?? body), "again");
        }

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddChild(body);

        protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(body);
    }
}
