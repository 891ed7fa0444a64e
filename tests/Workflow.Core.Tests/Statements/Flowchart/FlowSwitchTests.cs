using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.3")]
[Rule("19")]
public sealed class FlowSwitchTests : StatementTests
{
    protected override Activity Sample() => new Flowchart
    {
        StartNode = new FlowSwitch<int>
        {
            Expression = new Expr<int>(Log, "switch", () => 2),
            Cases = { [1] = Then("never"), [2] = Then("two") },
            Default = Then("never")
        },
    };

    [Theory, Lanes]
    public void Cases_ValueMatches_FollowsCase(Lane lane)
    {
        Run("b", lane, Named("a", "b"), Then("default"));
        Log.AssertIs("b");
    }

    [Theory, Lanes]
    public void Cases_NoMatch_FollowsDefault(Lane lane)
    {
        Run("z", lane, Named("a", "b"), Then("default"));
        Log.AssertIs("default");
    }

    [Theory, Lanes]
    public void Cases_NoMatchNoDefault_EndsFlowchart(Lane lane)
    {
        Run("z", lane, Named("a"), null);
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Cases_MatchWithoutNode_EndsFlowchart(Lane lane)
    {
        Run("a", lane, new Dictionary<string, FlowNode?> { ["a"] = null }, Then("default"));
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Cases_OfNull_MatchNull(Lane lane)
    {
        FlowSwitch<string?> node = new() { Expression = new LambdaValue<string?>(_ => null), Default = Then("default") };
        node.Cases.Add(null, Then("null"));
        Runner.Run(new Flowchart { StartNode = node }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("null");
    }

    [Theory, Lanes]
    public void Expression_Waits_ContinuesWithResult(Lane lane)
    {
        FlowSwitch<string> node = new() { Expression = new WaitFor<string>(Log, "answer"), Cases = { ["a"] = Then("a") } };
        Running running = Runner.Start(new Flowchart { StartNode = node }, lane);
        running.Resume("answer", "a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("answer waits", "a");
    }

    [Theory, Lanes]
    public void Switch_InLoop_IsEvaluatedAgain(Lane lane)
    {
        Variable<int> count = new("count");
        FlowSwitch<int> node = new() { Expression = new VariableValue<int>(count), Default = Then("done") };
        FlowStep increment = new()
        {
            Action = new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) },
            Next = new FlowStep { Next = node }
        };
        node.Cases.Add(0, Then("zero", increment));
        node.Cases.Add(1, new FlowDecision(_ => true) { True = Then("one", increment), False = Then("never") });
        Runner.Run(new Flowchart { StartNode = node, Variables = { count } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("zero", "one", "done");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_ExpressionCloses_EndsCanceledIfNodeFollows(Lane lane)
    {
        CancelAndAnswer("a", lane).AssertCompleted(ActivityInstanceState.Canceled);
        CancelAndAnswer("z", lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.DoesNotContain("never", Log.Entries);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InExpression_EndsFlowchart(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        FlowSwitch<int> node = new() { Expression = new LambdaValue<int>(_ => throw boom), Default = Then("never") };
        Runner.Run(new Flowchart { StartNode = node }, lane).AssertUnhandled(boom);
        Log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Definition_ChangedAfterFirstRun_IsUnchanged(Lane lane)
    {
        FlowSwitch<int> node = new() { Expression = new Literal<int>(1), Cases = { [1] = Then("one") } };
        Flowchart root = new() { StartNode = node };
        Runner.Run(root, lane);
        node.Cases.Clear();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("one", "one");
    }

    private Ended CancelAndAnswer(string answer, Lane lane)
    {
        FlowSwitch<string> node = new() { Expression = new WaitFor<string>(Log, "answer") { IsDeaf = true }, Cases = { ["a"] = Then("never") } };
        Running running = Runner.Start(new Flowchart { StartNode = node }, lane);
        running.Cancel();
        running.Resume("answer", answer);
        return running.End();
    }

    private static void Run(string value, Lane lane, Dictionary<string, FlowNode?> cases, FlowNode? otherwise)
    {
        FlowSwitch<string> node = new() { Expression = new Literal<string>(value), Default = otherwise };
        foreach ((string key, FlowNode? target) in cases)
        {
            node.Cases.Add(key, target);
        }

        Runner.Run(new Flowchart { StartNode = node }, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    private Dictionary<string, FlowNode?> Named(params string[] names) => names.ToDictionary(name => name, name => (FlowNode?)Then(name));

    private FlowStep Then(string name, FlowNode? next = null) => new() { Action = new Step(Log, name), Next = next };
}
