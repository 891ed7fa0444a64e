using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("13.1")]
[Rule("19")]
public sealed class InvokeFuncTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() =>
        new If(new InvokeFunc<bool> { Func = Func<bool>(new Expr<bool>(Log, "handler", () => true)) }) { Then = new Step(Log, "true") };

    [Theory, Lanes]
    public void Func_ReturnsResultOfHandler(Lane lane)
    {
        Ended ended = Runner.Run(Doubling(21), lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(42, ended.Outputs["Result"]);
    }

    [Theory, Lanes]
    public void Func_AsExpression_SetsArgument(Lane lane)
    {
        Note note = new(Log, _ => string.Empty) { Text = new InArgument<string>(new InvokeFunc<string> { Func = Func<string>("computed") }) };
        Runner.Run(note, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("computed");
    }

    [Theory, Lanes]
    public void Func_TwoArguments_ReceivesThemInOrder(Lane lane)
    {
        DelegateInArgument<int> left = new();
        DelegateInArgument<int> right = new();
        DelegateOutArgument<int> result = new();
        InvokeFunc<int, int, int> invoke = new()
        {
            Argument1 = 10,
            Argument2 = 3,
            Func = new ActivityFunc<int, int, int>
            {
                Argument1 = left,
                Argument2 = right,
                Result = result,
                Handler = new Assign<int> { To = result, Value = new(context => left.Get(context) - right.Get(context)) },
            },
        };
        Assert.Equal(7, Runner.Run(invoke, lane).Outputs["Result"]);
    }

    [Theory, Lanes]
    public void Func_WithoutHandlerOrResult_ReturnsDefault(Lane lane)
    {
        Assert.Equal(0, Runner.Run(new InvokeFunc<int>(), lane).Outputs["Result"]);
        Assert.Equal(0, Runner.Run(new InvokeFunc<int> { Func = new ActivityFunc<int>() }, lane).Outputs["Result"]);
        Assert.Equal(0, Runner.Run(new InvokeFunc<int> { Func = new ActivityFunc<int> { Handler = new Step(Log, "handler") } }, lane).Outputs["Result"]);
        Log.AssertIs("handler");
    }

    [Fact]
    [Rule("12.4")]
    public void Argument_Missing_IsInvalid() => Invalid.AssertBelowARoot(new InvokeFunc<int, int>(), "'Argument'");

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_HandlerWaits_EndsCanceledWithDefault(Lane lane)
    {
        DelegateOutArgument<int> result = new();
        InvokeFunc<int> invoke = new()
        {
            Func = new ActivityFunc<int>
            {
                Result = result,
                Handler = new Sequence { Activities = { new Assign<int> { To = result, Value = 5 }, new Wait(Log, "w") } },
            },
        };
        Running running = Runner.Start(invoke, lane);
        running.Cancel();
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(0, ended.Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InHandler_Propagates(Lane lane) =>
        Runner.Run(new InvokeFunc<int> { Func = new ActivityFunc<int> { Handler = new Step(Log, "failing", _boom) } }, lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    public void InvokeFunc_Nested_PassesResult(Lane lane)
    {
        DelegateOutArgument<int> result = new();
        InvokeFunc<int> outer = new()
        {
            Func = new ActivityFunc<int> { Result = result, Handler = new Assign<int> { To = result, Value = new(Doubling(4)) } },
        };
        Assert.Equal(8, Runner.Run(outer, lane).Outputs["Result"]);
    }

    [Theory, Lanes]
    public void InvokeFunc_InLoop_ReturnsResultOfIteration(Lane lane)
    {
        ForEach<int> loop = new()
        {
            Values = new(_ => new[] { 1, 2, 3 }),
            Body = Handlers.Action<int>(item => new Note(Log, _ => string.Empty) { Text = new InArgument<string>(Text(item)) }),
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1", "2", "3");

        static InvokeFunc<int, string> Text(DelegateInArgument<int> item)
        {
            DelegateInArgument<int> argument = new();
            DelegateOutArgument<string> result = new();
            return new InvokeFunc<int, string>
            {
                Argument = item,
                Func = new ActivityFunc<int, string>
                {
                    Argument = argument,
                    Result = result,
                    Handler = new Assign<string> { To = result, Value = new(context => $"{argument.Get(context)}") },
                },
            };
        }
    }

    private static ActivityFunc<T> Func<T>(InArgument<T> value)
    {
        DelegateOutArgument<T> result = new();
        return new ActivityFunc<T> { Result = result, Handler = new Assign<T> { To = result, Value = value } };
    }

    private static InvokeFunc<int, int> Doubling(int argument)
    {
        DelegateInArgument<int> number = new();
        DelegateOutArgument<int> result = new();
        return new InvokeFunc<int, int>
        {
            Argument = argument,
            Func = new ActivityFunc<int, int>
            {
                Argument = number,
                Result = result,
                Handler = new Assign<int> { To = result, Value = new(context => number.Get(context) * 2) },
            },
        };
    }
}
