using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests no-persist zones by means of a transaction, which begins only when the instance could be saved.</summary>
[Rule("9.6")]
public sealed class NoPersistTests
{
    private readonly Log _log = new();
    private readonly Variable<NoPersistHandle> _handle = new();

    [Theory, Lanes]
    public void Enter_Twice_EndsWithSecondExit(Lane lane)
    {
        Probe zone = Zone("zone");
        zone.Body = context =>
        {
            _handle.Get(context).Enter(context);
            _handle.Get(context).Enter(context);
            context.CreateBookmark("exit", zone.Resumed, BookmarkOptions.MultipleResume);
        };
        zone.OnResume = (context, bookmark, _) =>
        {
            _handle.Get(context).Exit(context);
            _log.Add("exit");
        };
        Running running = Runner.Start(Beside(zone), lane);
        running.Resume("exit");
        Assert.DoesNotContain("in transaction", _log.Entries);
        running.Resume("exit");
        Assert.Contains("in transaction", _log.Entries);
        running.Cancel();
        running.End();
    }

    [Theory, Lanes]
    public void Exit_WithoutEnter_IsRefused(Lane lane)
    {
        Probe zone = Zone("zone");
        zone.Body = context =>
        {
            _handle.Get(context).Enter(context);
            _handle.Get(context).Exit(context);
            _handle.Get(context).Exit(context);
        };
        Assert.Contains(
            "more often than it was entered",
            Assert.IsType<InvalidOperationException>(Runner.Run(zone, lane).Reason).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Enter_UndeclaredHandle_IsRefused()
    {
        NoPersistHandle stray = new();
        Probe root = Zone("p");
        root.Body = stray.Enter;
        Assert.Contains(
            "no running activity declares",
            Assert.IsType<InvalidOperationException>(Runner.Run(root, Lane.Fast).Reason).Message,
            StringComparison.Ordinal);
    }

    [Theory, Lanes]
    public void Zone_ActivityCloses_Ends(Lane lane)
    {
        Probe zone = Zone("zone", new Wait(_log, "w"));
        zone.Body = context =>
        {
            _handle.Get(context).Enter(context);
            zone.Schedule(context, zone.Children[0]);
        };
        Running running = Runner.Start(Beside(zone), lane);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("zone executes", "w waits", "w resumed ", "zone < w Closed", "in transaction");
    }

    [Theory, Lanes]
    public void Zone_ActivityFaults_Ends(Lane lane)
    {
        Probe zone = Zone("zone");
        zone.Body = context =>
        {
            _handle.Get(context).Enter(context);
            throw new InvalidOperationException("boom");
        };
        TryCatch guarded = new() { Try = zone, Catches = { new Catch<InvalidOperationException>() } };
        Runner.Run(Beside(guarded), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("zone executes", "zone aborts", "in transaction");
    }

    private Parallel Beside(Activity zone) =>
        new() { Branches = { zone, new Workflow.Statements.TransactionScope { Body = new Step(_log, "in transaction") } } };

    private Probe Zone(string name, params Activity[] children) => new(_log, name, children) { PrivateVariables = { _handle } };
}
