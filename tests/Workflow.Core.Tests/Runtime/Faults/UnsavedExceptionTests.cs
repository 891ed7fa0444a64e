using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>
/// Tests whether an instance can be saved while it handles an exception. A pending save runs as soon as the instance can be saved, so the log shows that point.
/// </summary>
[Rule("5.7")]
public sealed class UnsavedExceptionTests
{
    private readonly Log _log = new();

    [Fact]
    public void PersistExceptions_ByDefault_IsTrue() => Assert.True(new ExceptionPersistenceExtension().PersistExceptions);

    [Theory, Lanes]
    public void FaultCallback_WithoutExtension_FollowsSave(Lane lane)
    {
        Start(Guarded(), lane, null);
        AssertSince("fails aborts", "saves", "guard ! boom from fails", "guard < fails Faulted", "saves");
    }

    [Theory, Lanes]
    public void FaultCallback_ExceptionsAreSaved_FollowsSave(Lane lane)
    {
        Start(Guarded(), lane, new ExceptionPersistenceExtension());
        AssertSince("fails aborts", "saves", "guard ! boom from fails", "guard < fails Faulted", "saves");
    }

    [Theory, Lanes]
    public void FaultCallback_ExceptionsAreNotSaved_PrecedesSave(Lane lane)
    {
        Start(Guarded(), lane, Unsaved());
        AssertSince("fails aborts", "guard ! boom from fails", "saves", "guard < fails Faulted", "saves");
    }

    [Theory, Lanes]
    public void FaultCallbacks_OneDoesNotHandle_DelaySaveUntilLast(Lane lane)
    {
        Probe inner = Guard("inner", Failing());
        inner.OnFault = null;
        Start(Guard("outer", inner), lane, Unsaved());
        AssertSince(
            "fails aborts", "inner ! boom from fails", "outer ! boom from fails", "saves", "inner < fails Faulted", "outer < inner Closed", "saves");
    }

    [Theory, Lanes]
    public void FaultCallback_Throws_DelaysSaveUntilNext(Lane lane)
    {
        Probe inner = Guard("inner", Failing());
        inner.OnFault = (_, _, _) => throw new InvalidOperationException("worse");
        Start(Guard("outer", inner), lane, Unsaved());
        AssertSince("fails aborts", "inner ! boom from fails", "inner aborts", "outer ! worse from fails", "saves", "outer < inner Faulted", "saves");
    }

    [Theory, Lanes]
    public void TryCatch_WithoutExtension_AllowsSaveInCatch(Lane lane)
    {
        TryCatch tryCatch = Try(new Sequence { Activities = { new Persist(), new Step(_log, "caught") } }, new Persist());
        Runner.Run(tryCatch, lane, null, Extensions.Of(new Saver(_log))).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("fails", "save collects", "caught", "save collects", "save collects");
    }

    [Theory, Lanes]
    public void TryCatch_ExceptionsAreNotSaved_DelaysSaveUntilFinallyEnds(Lane lane)
    {
        TryCatch tryCatch = Try(new Step(_log, "caught"), new Step(_log, "finally"));
        tryCatch.Try = Failing();
        Start(tryCatch, lane, Unsaved());
        AssertSince("fails aborts", "caught", "finally", "saves", "saves");
    }

    [Theory, Lanes]
    public void TryCatch_ExceptionsAreNotSaved_RefusesPersist(Lane lane)
    {
        foreach (TryCatch tryCatch in new[] { Try(new Persist(), null), Try(new Step(_log, "caught"), new Persist()) })
        {
            Assert.Contains("no-persist zone", Assert.IsType<InvalidOperationException>(Run(tryCatch, lane).Reason).Message, StringComparison.Ordinal);
        }
    }

    [Theory, Lanes]
    public void TryCatch_CatchesNothing_AllowsSave(Lane lane)
    {
        TryCatch tryCatch = new() { Try = new Persist(), Finally = new Persist() };
        Run(tryCatch, lane).AssertCompleted(ActivityInstanceState.Closed);
        TryCatch inner = new() { Try = Try(new Rethrow(), null), Catches = { new Catch<FormatException>() } };
        TryCatch outer = Try(new Step(_log, "caught"), null);
        outer.Try = inner;
        Run(new Sequence { Activities = { outer, new Persist() } }, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    private static ExceptionPersistenceExtension Unsaved() => new() { PersistExceptions = false };

    private static Ended Run(Activity root, Lane lane) => Runner.Run(root, lane, null, Extensions.Of(Unsaved()));

    /// <summary>Runs an activity beside a pending save, which runs as soon as the exception ends the no-persist zone in which it is thrown.</summary>
    private void Start(Activity failing, Lane lane, object? extension)
    {
        Saver saver = new(new Log()) { OnCollect = () => _log.Add("saves") };
        Running running = Runner.Start(
            new Parallel { Branches = { failing, new Persist() } }, lane, null, extension is null ? Extensions.Of(saver) : Extensions.Of(saver, extension));
        running.Resume("zone");
        running.End();
    }

    private Probe Guarded() => Guard("guard", Failing());

    /// <summary>Returns an activity that is in a no-persist zone while it waits, and whose exception ends the zone.</summary>
    private Probe Failing()
    {
        Variable<NoPersistHandle> handle = new();
        Probe failing = new(_log, "fails")
        {
            PrivateVariables = { handle },
            OnResume = (_, _, _) => throw new InvalidOperationException("boom"),
        };
        failing.Body = context =>
        {
            handle.Get(context).Enter(context);
            context.CreateBookmark("zone", failing.Resumed);
        };
        return failing;
    }

    private Probe Guard(string name, Activity child)
    {
        Probe guard = new(_log, name, child) { OnFault = (context, _, _) => context.HandleFault() };
        guard.Body = context => guard.ScheduleGuarded(context, child);
        return guard;
    }

    private TryCatch Try(Activity caught, Activity? last) => new()
    {
        Try = new Step(_log, "fails", new InvalidOperationException("boom")),
        Catches = { new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => caught) } },
        Finally = last,
    };

    private void AssertSince(params string[] expected) => Assert.Equal(expected, _log.Entries.SkipWhile(entry => entry != expected[0]));
}
