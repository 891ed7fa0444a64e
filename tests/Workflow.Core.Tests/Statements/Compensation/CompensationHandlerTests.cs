using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the data that handlers can read, and failures of handlers.</summary>
[Rule("11.7")]
public sealed class CompensationHandlerTests
{
    private readonly Log _log = new();
    private readonly FormatException _boom = new("boom");
    private readonly Variable<CompensationToken> _token = Token();

    private Bookings Bookings => new(_log);

    [Theory, Lanes]
    public void Variables_InScope_HaveTheirLastValues(Lane lane)
    {
        Variable<int> own = new("own");
        Variable<int> around = new("around");
        CompensableActivity booking = Bookings.Bare("a", new Assign<int> { To = own, Value = 1 }, _token);
        booking.Variables.Add(own);
        booking.CompensationHandler = InOrder(
            new Note(_log, context => $"{own.Get(context)} {around.Get(context)}"),
            new Assign<int> { To = around, Value = 3 });
        Sequence scope = Within([around], booking, new Assign<int> { To = around, Value = 2 });
        Runner.Run(Within([_token], scope, new Step(_log, "the scope is gone"), Undo(_token)), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("the scope is gone", "1 2");
    }

    [Theory, Lanes]
    public void Variables_WrittenByHandler_AreVisibleOutside(Lane lane)
    {
        Variable<int> around = new("around");
        CompensableActivity booking = Bookings.Bare("a", token: _token);
        booking.CompensationHandler = new Assign<int> { To = around, Value = 3 };
        Runner.Run(Within([_token, around], booking, Undo(_token), new Show<int>(_log, around)), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "3");
    }

    [Theory, Lanes]
    public void Variables_OfCanceledBody_AreVisibleToHandler(Lane lane)
    {
        Variable<int> own = new("own");
        CompensableActivity booking = Bookings.Bare("a", InOrder(new Assign<int> { To = own, Value = 1 }, new Wait(_log, "w")));
        booking.Variables.Add(own);
        booking.CancellationHandler = new Show<int>(_log, own);
        Running running = Runner.Start(booking, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels", "1");
    }

    [Theory, Lanes]
    public void Loop_EachIteration_HasOwnEnvironmentAndToken(Lane lane)
    {
        Variable<int> pass = new("pass");
        Variable<int> own = new("own");
        List<CompensationToken> tokens = [];
        CompensableActivity booking = Bookings.Bare("a", new Assign<int> { To = own, Value = new InArgument<int>(context => pass.Get(context) * 10) }, _token);
        booking.Variables.Add(own);
        booking.ConfirmationHandler = new Note(_log, context => $"keep {own.Get(context)}, pass {pass.Get(context)}");
        While loop = new(context => pass.Get(context) < 3)
        {
            Body = InOrder(new Assign<int> { To = pass, Value = new InArgument<int>(context => pass.Get(context) + 1) }, booking, new Note(_log, Keep)),
        };
        Runner.Run(Within([_token, pass], loop), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("token 1", "token 2", "token 3", "keep 30, pass 3", "keep 20, pass 3", "keep 10, pass 3");
        Assert.Equal(3, tokens.Distinct().Count());

        string Keep(ActivityContext context)
        {
            tokens.Add(_token.Get(context)!);
            return $"token {tokens.Count}";
        }
    }

    [Theory, Lanes]
    public void Loop_TokenOfOneIteration_CompensatesThatIteration(Lane lane)
    {
        List<CompensationToken> tokens = [];
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2, 3 }),
            Body = Handlers.Action<int>(item => InOrder(
                new CompensableActivity
                {
                    Body = new Show<int>(_log, item),
                    CompensationHandler = new Note(_log, context => $"undo {item.Get(context)}"),
                    ConfirmationHandler = new Note(_log, context => $"keep {item.Get(context)}"),
                    Result = _token,
                },
                new Note(_log, context => Keep(_token.Get(context)!)))),
        };
        Compensate second = new() { Target = new InArgument<CompensationToken>(_ => tokens[1]) };
        Runner.Run(Within([_token], loop, second), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "token", "2", "token", "3", "token", "undo 2", "keep 3", "keep 1");

        string Keep(CompensationToken token)
        {
            tokens.Add(token);
            return "token";
        }
    }

    [Theory, Lanes]
    public void ParallelForEach_EachHandler_HasItsElement(Lane lane)
    {
        ParallelForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2, 3 }),
            Body = Handlers.Action<int>(
                item =>
                    new CompensableActivity { Body = new Show<int>(_log, item), ConfirmationHandler = new Note(_log, context => $"keep {item.Get(context)}") }),
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("2", "1", "3", "keep 3", "keep 1", "keep 2");
    }

    [Theory, Lanes]
    public void Variables_DefinitionRunAgain_BelongToRun(Lane lane)
    {
        Variable<int> own = new("own");
        int runs = 0;
        CompensableActivity booking = Bookings.Bare("a", new Assign<int> { To = own, Value = new InArgument<int>(_ => ++runs) });
        booking.Variables.Add(own);
        booking.ConfirmationHandler = InOrder(new Show<int>(_log, own), new Wait(_log, "w"));
        Running first = Runner.Start(booking, lane);
        Running second = Runner.Start(booking, lane);
        first.Resume("w");
        first.End().AssertCompleted(ActivityInstanceState.Closed);
        Runner.Start(booking, lane).Resume("w");
        second.Resume("w");
        second.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "w waits", "2", "w waits", "w resumed ", "3", "w waits", "w resumed ", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("9.1")]
    public void Handlers_InNestedImplementations_FindTheirActivity(Lane lane)
    {
        // The compensable activity is in one implementation, and the activities inside it are in another.
        CompensableActivity outer = Bookings.Bare("outer", new Composite("inner", () => InOrder(Bookings.New("a"), Bookings.New("b"))), _token);
        outer.CompensationHandler = new Composite("handler", () => InOrder(new Step(_log, "undo outer"), Undo(), new Step(_log, "done")));
        Runner.Run(Within([_token], outer, Undo(_token)), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "undo outer", "undo b", "undo a", "done");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void Handler_WithTransaction_RunsByTokenAndAtEnd(Lane lane)
    {
        CompensableActivity named = Bookings.New("a", token: _token);
        named.CompensationHandler = Transactional("undo a");
        CompensableActivity left = Bookings.New("b");
        left.ConfirmationHandler = Transactional("keep b");
        Runner.Run(Within([_token], named, left, Undo(_token), new Step(_log, "after")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "undo a True", "after", "keep b True");
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Body_IsTransaction_IsCompensatedAfterCommit(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", Transactional("a"), _token);
        Runner.Run(Within([_token], booking, Undo(_token)), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a True", "undo a");
    }

    [Theory, Lanes]
    [Rule("10.2")]
    public void Handler_RunFromTransaction_IsOutsideTransaction(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.CompensationHandler = new Note(_log, _ => $"undo a {System.Transactions.Transaction.Current is not null}");
        TransactionScope scope = new() { Body = InOrder(Undo(_token), new Step(_log, "undone")) };
        Runner.Run(Within([_token], booking, scope, new Step(_log, "after")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "undo a False", "undone", "after");
    }

    [Theory, Lanes]
    public void Handler_CompensationFails_AbortsWorkflow(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.CompensationHandler = Failing();
        AssertAborted(Runner.Run(Bookings.Caught(Within([_token], booking, Undo(_token), new Step(_log, "never"))), lane));
        _log.AssertIs("a", "failing");
    }

    [Theory, Lanes]
    public void Handler_ConfirmationFails_AbortsWorkflow(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.ConfirmationHandler = Failing();
        AssertAborted(Runner.Run(Bookings.Caught(Within([_token], booking, Keep(_token), new Step(_log, "never"))), lane));
        _log.AssertIs("a", "failing");
    }

    [Theory, Lanes]
    public void Handler_CancellationFails_AbortsWorkflow(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", new Step(_log, "body", new InvalidOperationException("first")));
        booking.CancellationHandler = Failing();
        AssertAborted(Runner.Run(Bookings.Caught(booking), lane));
        _log.AssertIs("body", "failing");
    }

    [Theory, Lanes]
    [Rule("11.2")]
    public void Handler_FailsAtEnd_AbortsWorkflow(Lane lane)
    {
        CompensableActivity booking = Bookings.New("b");
        booking.ConfirmationHandler = Failing();
        AssertAborted(Runner.Run(InOrder(Bookings.New("a"), booking), lane));
        _log.AssertIs("a", "b", "failing");
    }

    [Theory, Lanes]
    public void Handler_OfInnerActivityFails_AbortsWorkflow(Lane lane)
    {
        CompensableActivity inner = Bookings.New("inner");
        inner.CompensationHandler = Failing();
        AssertAborted(Runner.Run(Within([_token], Bookings.Bare("outer", inner, _token), Undo(_token)), lane));
    }

    [Theory, Lanes]
    public void Handler_CatchesItsFault_Continues(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.CompensationHandler = InOrder(Bookings.Caught(Failing()), new Step(_log, "undone"));
        Runner.Run(Within([_token], booking, Undo(_token), new Step(_log, "after")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "failing", "catch", "undone", "after");
    }

    [Theory, Lanes]
    public void Handler_ArgumentFails_AbortsWorkflow(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a");
        booking.ConfirmationHandler = new Show<int>(_log, new InArgument<int>(_ => throw _boom));
        AssertAborted(Runner.Run(booking, lane));
        _log.AssertIs("a");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public async Task Handler_Asynchronous_IsAwaited(Lane lane)
    {
        TaskCompletionSource undone = new(TaskCreationOptions.RunContinuationsAsynchronously);
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.CompensationHandler = new Awaiting(undone.Task);
        Running running = Runner.Start(Within([_token], booking, Undo(_token), new Step(_log, "after")), lane);
        Assert.True(running.IsIdle);
        _log.AssertIs("a");
        undone.SetResult();
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "after");
    }

    private TransactionScope Transactional(string name) =>
        new() { Body = new Note(_log, _ => $"{name} {System.Transactions.Transaction.Current is not null}") };

    private Step Failing() => new(_log, "failing", _boom);

    private void AssertAborted(Ended ended)
    {
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(_boom, Assert.IsType<InvalidOperationException>(ended.Reason).InnerException);
    }

    private sealed class Awaiting(Task task) : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => task;
    }
}
