using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("13.2")]
[Rule("19")]
public sealed class InvokeDelegateTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => new InvokeDelegate
    {
        Delegate = Handlers.Action<int>(item => new Note(Log, context => $"{item.Get(context)}")),
        DelegateArguments = { ["Argument"] = new InArgument<int>(7) },
    };

    [Theory, Lanes]
    public void DelegateArguments_ArePassedByName(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("7");
    }

    [Theory, Lanes]
    public void DelegateArguments_Out_AreReturned(Lane lane)
    {
        Variable<int> target = new("target");
        Sequence root = new()
        {
            Variables = { target },
            Activities = { Doubling(21, new OutArgument<int>(target)), new Note(Log, context => $"{target.Get(context)}") },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("42");
    }

    [Theory, Lanes]
    public void DelegateArguments_OutNotDeclaredInDelegate_AreDefault(Lane lane)
    {
        Variable<int> target = new("target", 5);
        InvokeDelegate invoke = new()
        {
            Delegate = new ActivityFunc<int> { Handler = new Step(Log, "handler") },
            DelegateArguments = { ["Result"] = new OutArgument<int>(target) },
        };
        Runner.Run(new Sequence { Variables = { target }, Activities = { invoke } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("handler");
    }

    [Theory, Lanes]
    public void DelegateArguments_OfDerivedType_AreAccepted(Lane lane)
    {
        InvokeDelegate invoke = new()
        {
            Delegate = Handlers.Action<object>(item => new Note(Log, context => $"{item.Get(context)}")),
            DelegateArguments = { ["Argument"] = new InArgument<string>("text") },
        };
        Runner.Run(invoke, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("text");
    }

    [Theory, Lanes]
    public void Default_WithoutDelegateOrHandler_Runs(Lane lane)
    {
        Runner.Run(new InvokeDelegate { Default = new Step(Log, "default") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new InvokeDelegate { Delegate = new ActivityAction(), Default = new Step(Log, "default") }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new InvokeDelegate { Delegate = new ActivityAction() }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new InvokeDelegate(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("default", "default");
    }

    [Theory, Lanes]
    public void Default_WithHandler_DoesNotRun(Lane lane)
    {
        Runner.Run(new InvokeDelegate { Delegate = new ActivityAction { Handler = new Step(Log, "handler") }, Default = new Step(Log, "never") }, lane);
        Log.AssertIs("handler");
    }

    [Fact]
    public void DelegateArguments_Missing_AreInvalid() =>
        Invalid.AssertRoot(
            new InvokeDelegate { Delegate = Handlers.Action<int>(_ => new Step(Log, "handler")) },
            "takes 1 arguments, but 0 are given",
            "'Argument'");

    [Fact]
    public void DelegateArguments_Unknown_AreInvalid() => Invalid.AssertRoot(
        new InvokeDelegate { Delegate = new ActivityAction { Handler = new Step(Log, "handler") }, DelegateArguments = { ["Extra"] = new InArgument<int>(1) } },
        "takes 0 arguments, but 1 are given");

    [Fact]
    public void DelegateArguments_WrongDirection_AreInvalid() => Invalid.AssertRoot(
        new InvokeDelegate { Delegate = Handlers.Action<int>(_ => new Step(Log, "handler")), DelegateArguments = { ["Argument"] = new OutArgument<int>() } },
        "'Argument' has the direction 'Out'");

    [Fact]
    public void DelegateArguments_WrongType_AreInvalid() => Invalid.AssertRoot(
        new InvokeDelegate
        {
            Delegate = Handlers.Action<int>(_ => new Step(Log, "handler")),
            DelegateArguments = { ["Argument"] = new InArgument<string>("x") }
        },
        "'System.String'",
        "'System.Int32'");

    [Fact]
    public void DelegateArguments_WithoutNameOrValue_AreInvalid()
    {
        Invalid.AssertRoot(new InvokeDelegate { DelegateArguments = { [string.Empty] = new InArgument<int>(1) } }, "without a name");
        Invalid.AssertRoot(new InvokeDelegate { DelegateArguments = { ["x"] = null! } }, "('x')");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_HandlerWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new InvokeDelegate { Delegate = new ActivityAction { Handler = new Wait(Log, "w") } }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_DefaultWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new InvokeDelegate { Default = new Wait(Log, "w") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InHandler_Propagates(Lane lane) =>
        Runner.Run(new InvokeDelegate { Delegate = new ActivityAction { Handler = new Step(Log, "failing", _boom) } }, lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    public void InvokeDelegate_Nested_PassesValues(Lane lane)
    {
        InvokeDelegate outer = new()
        {
            Delegate = Handlers.Action<int>(item => new InvokeDelegate
            {
                Delegate = Handlers.Action<int>(inner => new Note(Log, context => $"{item.Get(context)} {inner.Get(context)}")),
                DelegateArguments = { ["Argument"] = new InArgument<int>(context => item.Get(context) + 1) },
            }),
            DelegateArguments = { ["Argument"] = new InArgument<int>(1) },
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1 2");
    }

    private static InvokeDelegate Doubling(int value, OutArgument<int> target)
    {
        DelegateInArgument<int> number = new();
        DelegateOutArgument<int> result = new();
        return new InvokeDelegate
        {
            Delegate = new ActivityFunc<int, int>
            {
                Argument = number,
                Result = result,
                Handler = new Assign<int> { To = result, Value = new(context => number.Get(context) * 2) },
            },
            DelegateArguments = { ["Argument"] = new InArgument<int>(value), ["Result"] = target },
        };
    }
}
