using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the zone by means of a transaction in a parallel branch, which begins only when the instance could be saved.</summary>
[Rule("9.6")]
[Rule("19")]
public sealed class NoPersistScopeTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Execute_BodyWaits_LastsUntilBodyEnds(Lane lane)
    {
        Running running = Runner.Start(Beside(new NoPersistScope { Body = new Wait(_log, "w") }), lane);
        _log.AssertIs("w waits");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w waits", "w resumed ", "in transaction");
    }

    [Theory, Lanes]
    public void Execute_WithoutBody_CreatesNoZone(Lane lane)
    {
        Runner.Run(Beside(new NoPersistScope()), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("in transaction");
    }

    [Theory, Lanes]
    public void Execute_Nested_EndsWithOuter(Lane lane)
    {
        Sequence body = new() { Activities = { new NoPersistScope { Body = new Step(_log, "inner") }, new Wait(_log, "w") } };
        Running running = Runner.Start(Beside(new NoPersistScope { Body = body }), lane);
        _log.AssertIs("inner", "w waits");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("inner", "w waits", "w resumed ", "in transaction");
    }

    [Theory, Lanes]
    public void Execute_InTwoBranches_EndsWithLast(Lane lane)
    {
        Parallel zones = new() { Branches = { new NoPersistScope { Body = new Wait(_log, "a") }, new NoPersistScope { Body = new Wait(_log, "b") } } };
        Running running = Runner.Start(Beside(zones), lane);
        running.Resume("a");
        Assert.DoesNotContain("in transaction", _log.Entries);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("in transaction", _log.Entries[^1]);
    }

    [Theory, Lanes]
    public void Execute_InLoop_CreatesZonePerIteration(Lane lane)
    {
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = Handlers.Action<int>(_ => new NoPersistScope { Body = new Step(_log, "pass") }),
        };
        Runner.Run(Beside(loop), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("pass", "pass", "in transaction");
    }

    [Theory, Lanes]
    public void Cancel_BodyWaits_CancelsBodyAndEndsZone(Lane lane)
    {
        Running running = Runner.Start(new NoPersistScope { Body = new NoPersistScope { Body = new Wait(_log, "w") } }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    public void Cancel_BodyCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(new NoPersistScope { Body = new Wait(_log, "w") { IsDeaf = true } }, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Fault_OfBody_EndsZone(Lane lane)
    {
        TryCatch guarded = new()
        {
            Try = new NoPersistScope { Body = new Step(_log, "body", new InvalidOperationException("boom")) },
            Catches = { new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => new Step(_log, "caught")) } },
        };
        Runner.Run(Beside(guarded), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body", "caught", "in transaction");
    }

    private Parallel Beside(Activity zone) =>
        new() { Branches = { zone, new Workflow.Statements.TransactionScope { Body = new Step(_log, "in transaction") } } };
}
