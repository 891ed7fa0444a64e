using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class AssignOfTTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample()
    {
        Variable<string> variable = new("v");
        return new Sequence
        {
            Variables = { variable },
            Activities = { new Assign<string> { To = variable, Value = "written" }, new Note(Log, context => variable.Get(context)) },
        };
    }

    [Theory, Lanes]
    [Rule("4.10")]
    public void To_OutArgumentOfRoot_IsOutput(Lane lane)
    {
        Ended ended = Runner.Run(new Doubling { Input = 21 }, lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(42, ended.Outputs["Output"]);
    }

    [Theory, Lanes]
    public void To_ElementOrProperty_IsWritten(Lane lane)
    {
        Dictionary<string, int> table = [];
        int[] array = [0, 0];
        Sequence root = new()
        {
            Activities =
            {
                new Assign<int> { To = new(_ => table["key"]), Value = 1 },
                new Assign<int> { To = new(_ => array[1]), Value = 2 },
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((1, 2), (table["key"], array[1]));
    }

    [Theory, Lanes]
    public void Value_ReadsTarget_HasOldValue(Lane lane)
    {
        Variable<int> variable = new("v", 1);
        Assign<int> increment = new() { To = variable, Value = new(context => variable.Get(context) + 1) };
        int passes = 0;
        Sequence root = new()
        {
            Variables = { variable },
            Activities = { new While(_ => passes++ < 5) { Body = increment }, new Note(Log, context => $"{variable.Get(context)}") },
        };
        Runner.Run(root, lane);
        Log.AssertIs("6");
    }

    [Fact]
    [Rule("12.4")]
    public void Arguments_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(new Assign<int>(), "'To'", "'Value'");

    [Fact]
    [Rule("4.14")]
    public void To_ReadOnlyVariable_IsInvalid()
    {
        Variable<int> constant = new("constant", 1) { Modifiers = VariableModifiers.ReadOnly };
        Invalid.AssertRoot(new Sequence { Variables = { constant }, Activities = { new Assign<int> { To = constant, Value = 2 } } }, "'constant'");
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Value_ExpressionThrows_HasAssignAsSource(Lane lane)
    {
        int[] array = [7];
        Assign<int> failing = new() { To = new(_ => array[0]), Value = new(_ => throw _boom), DisplayName = "assign" };
        RunHandled(failing, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "root ! boom from assign", "root < assign Faulted");
        Assert.Equal(7, array[0]);
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ValueWaits_WritesNothing(Lane lane)
    {
        int[] array = [7];
        Running running = Runner.Start(new Assign<int> { To = new(_ => array[0]), Value = new(new WaitFor<int>(Log, "value") { IsDeaf = true }) }, lane);
        running.Cancel();
        running.Resume("value", 8);
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(7, array[0]);
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void Assigns_InParallel_ShareVariable(Lane lane)
    {
        Variable<int> variable = new("v");
        Parallel root = new() { Variables = { variable }, Branches = { Increment(), Increment(), new Note(Log, context => $"{variable.Get(context)}") } };
        Runner.Run(root, lane);
        Log.AssertIs("2");

        Assign<int> Increment() => new() { To = variable, Value = new(context => variable.Get(context) + 1) };
    }

    private sealed class Doubling : Activity
    {
        public Doubling() => Implementation = () => new Assign<int>
        {
            To = new OutArgument<int>(context => Output.Get(context)),
            Value = new(context => Input.Get(context) * 2),
        };

        public InArgument<int> Input { get; set; } = null!;

        public OutArgument<int> Output { get; set; } = null!;
    }
}
