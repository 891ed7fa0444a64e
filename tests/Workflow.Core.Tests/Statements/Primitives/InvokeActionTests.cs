using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("13.1")]
[Rule("19")]
public sealed class InvokeActionTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => Invoke("x", item => new Note(Log, context => item.Get(context)));

    [Theory, Lanes]
    public void Action_ReceivesArgument(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("x");
    }

    [Theory, Lanes]
    public void Action_WithoutArguments_Runs(Lane lane)
    {
        Runner.Run(new InvokeAction { Action = new ActivityAction { Handler = new Step(Log, "handler") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("handler");
    }

    [Theory, Lanes]
    public void Action_ThreeArguments_ReceivesThemInOrder(Lane lane)
    {
        DelegateInArgument<int> number = new();
        DelegateInArgument<string> text = new();
        DelegateInArgument<bool> flag = new();
        InvokeAction<int, string, bool> invoke = new()
        {
            Argument1 = 1,
            Argument2 = "two",
            Argument3 = true,
            Action = new ActivityAction<int, string, bool>
            {
                Argument1 = number,
                Argument2 = text,
                Argument3 = flag,
                Handler = new Note(Log, context => $"{number.Get(context)} {text.Get(context)} {flag.Get(context)}"),
            },
        };
        Runner.Run(invoke, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1 two True");
    }

    [Theory, Lanes]
    public void Action_MissingOrWithoutHandler_DoesNothing(Lane lane)
    {
        Runner.Run(new InvokeAction(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new InvokeAction<int> { Argument = 1 }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new InvokeAction<int> { Argument = 1, Action = new ActivityAction<int>() }, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    [Rule("12.4")]
    public void Argument_Missing_IsInvalid() => Invalid.AssertBelowARoot(new InvokeAction<int, int> { Argument1 = 1 }, "'Argument2'");

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_HandlerWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Invoke("x", _ => new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_HandlerCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(Invoke("x", _ => new Wait(Log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InHandler_Propagates(Lane lane) => Runner.Run(Invoke("x", _ => new Step(Log, "failing", _boom)), lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    [Rule("4.8")]
    public void Handler_ReadsOuterVariables(Lane lane)
    {
        Variable<int> outer = new("outer", 5);
        Sequence root = new()
        {
            Variables = { outer },
            Activities = { Invoke("x", item => new Note(Log, context => $"{item.Get(context)}{outer.Get(context)}")) }
        };
        Runner.Run(root, lane);
        Log.AssertIs("x5");
    }

    [Theory, Lanes]
    public void InvokeAction_Nested_ReadsBothArguments(Lane lane)
    {
        Runner.Run(Invoke("a", outer => Invoke("b", inner => new Note(Log, context => outer.Get(context) + inner.Get(context)))), lane);
        Log.AssertIs("ab");
    }

    private static InvokeAction<string> Invoke(string argument, Func<DelegateInArgument<string>, Activity> handler) =>
        new() { Argument = argument, Action = Handlers.Action(handler) };
}
