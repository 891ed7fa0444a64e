using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
public sealed class ThrowTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("5.5")]
    public void Exception_Unhandled_IsSameObject(Lane lane) =>
        Runner.Run(new Sequence { Activities = { new Throw { Exception = new(_ => _boom) }, new Step(_log, "never") } }, lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    [Rule("5.6")]
    public void Exception_IsCaughtByType(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Throw { Exception = new(_ => _boom) },
            Catches =
            {
                new Catch<InvalidOperationException>
                {
                    Action = Handlers.Action<InvalidOperationException>(e => new Note(_log, context => e.Get(context).Message))
                }
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("boom");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Throw_IsSourceAndEndsFaulted(Lane lane)
    {
        Throw failing = new() { Exception = new(_ => _boom), DisplayName = "throw" };
        Probe root = new(_log, "root", failing) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, failing);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root ! boom from throw", "root < throw Faulted");
    }

    [Theory, Lanes]
    public void Exception_NullAtRunTime_ThrowsInvalidOperation(Lane lane)
    {
        Exception? reason = Runner.Run(new Throw { Exception = new(_ => null!), DisplayName = "throw" }, lane).Reason;
        Assert.Contains("'throw'", Assert.IsType<InvalidOperationException>(reason).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("4.11")]
    public void Exception_ExpressionThrows_FaultsWithThatException(Lane lane) =>
        Runner.Run(new Throw { Exception = new(_ => throw _boom) }, lane).AssertUnhandled(_boom);

    [Fact]
    [Rule("12.4")]
    public void Exception_Missing_IsInvalid() => Invalid.AssertBelowARoot(new Throw(), "'Throw' (root/Throw)", "'Exception'");

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_BeforeStart_ThrowsNothing(Lane lane)
    {
        Throw failing = new() { Exception = new(_ => _boom), DisplayName = "throw" };
        Probe root = new(_log, "root", failing);
        root.Body = context => context.CancelChild(root.Schedule(context, failing));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root < throw Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ExpressionWaits_ThrowsNothing(Lane lane)
    {
        Throw failing = new() { Exception = new(new WaitFor<Exception>(_log, "exception") { IsDeaf = true }) };
        Sequence root = new() { Activities = { failing } };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("exception", _boom);
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    public void Throw_InLoop_ThrowsInEachIteration(Lane lane)
    {
        int passes = 0;
        TryCatch body = new()
        {
            Try = new Throw { Exception = new(_ => new InvalidOperationException($"{passes}")) },
            Catches = { new Catch<Exception> { Action = Handlers.Action<Exception>(e => new Note(_log, context => e.Get(context).Message)) } },
        };
        Runner.Run(new While(_ => ++passes < 4) { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "2", "3");
    }
}
