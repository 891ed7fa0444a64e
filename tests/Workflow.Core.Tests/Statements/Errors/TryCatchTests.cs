using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("5.6")]
[Rule("19")]
public sealed class TryCatchTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => Guarded(new Step(Log, "failing", _boom), Catch<InvalidOperationException>("catch"));

    [Theory, Lanes]
    public void Try_WithoutException_RunsFinallyOnly(Lane lane)
    {
        Runner.Run(Guarded(new Step(Log, "try"), Catch<Exception>("never")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("try", "finally");
    }

    [Theory, Lanes]
    public void Try_Missing_RunsFinallyOnly(Lane lane)
    {
        Runner.Run(Guarded(null, Catch<Exception>("never")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new TryCatch { Catches = { Catch<Exception>("never") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("finally");
    }

    [Theory, Lanes]
    public void Exception_Matches_RunsCatchThenFinally(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Step(Log, "failing", _boom),
            Catches =
            {
                new Catch<InvalidOperationException>
                {
                    Action = Handlers.Action<InvalidOperationException>(e => new Note(Log, context => Same(e.Get(context))))
                }
            },
            Finally = new Step(Log, "finally"),
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "the same", "finally");

        string Same(Exception caught) => ReferenceEquals(caught, _boom) ? "the same" : "another";
    }

    [Theory]
    [Lanes(typeof(ArgumentNullException), "exact")]
    [Lanes(typeof(ArgumentOutOfRangeException), "argument")]
    [Lanes(typeof(TimeoutException), "system")]
    [Lanes(typeof(WorkflowTerminatedException), "any")]
    public void Catches_Several_RunsNearestType(Type thrown, string expected, Lane lane)
    {
        Exception exception = (Exception)Activator.CreateInstance(thrown)!;
        TryCatch root = Guarded(
            new Step(Log, "failing", exception), Catch<SystemException>("system"), Catch<ArgumentNullException>("exact"), Catch<Exception>("any"),
            Catch<ArgumentException>("argument"));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", expected, "finally");
    }

    [Theory, Lanes]
    public void Catch_WithoutAction_HandlesException(Lane lane)
    {
        Runner.Run(Guarded(new Step(Log, "failing", _boom), new Catch<Exception>()), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(Guarded(new Step(Log, "failing", _boom), new Catch<Exception> { Action = new ActivityAction<Exception>() }), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "finally", "failing", "finally");
    }

    [Fact]
    public void Catches_SameTypeTwice_AreRefused()
    {
        TryCatch root = new() { Catches = { new Catch<IOException>(), new Catch<Exception>() } };
        Assert.Throws<ArgumentException>(() => root.Catches.Add(new Catch<IOException>()));
        Assert.Throws<ArgumentException>(() => root.Catches[1] = new Catch<IOException>());
        Assert.Throws<ArgumentNullException>(() => root.Catches.Add(null!));
        root.Catches[0] = new Catch<IOException>();
        root.Catches.RemoveAt(0);
        root.Catches.Add(new Catch<IOException>());
        Assert.Equal([typeof(Exception), typeof(IOException)], root.Catches.Select(item => item.ExceptionType));
    }

    [Fact]
    [Rule("12.4")]
    public void TryCatch_WithoutCatchAndFinally_IsInvalid() =>
        Invalid.AssertRoot(new TryCatch { Try = new Step(Log, "try") }, "neither catches an exception nor has a Finally");

    [Theory, Lanes]
    public void Variables_AreVisibleToAllParts(Lane lane)
    {
        Variable<int> count = new("count");
        TryCatch root = new()
        {
            Variables = { count },
            Try = new Sequence { Activities = { Set(count, 1), new Step(Log, "failing", _boom) } },
            Catches =
            {
                new Catch<Exception> { Action = new ActivityAction<Exception> { Handler = new Sequence { Activities = { Show(count), Set(count, 2) } } } }
            },
            Finally = Show(count),
        };
        Runner.Run(root, lane);
        Log.AssertIs("failing", "1", "2");
    }

    [Theory, Lanes]
    public void Exception_FromCatchUnhandled_SkipsFinally(Lane lane)
    {
        Exception second = new("second");
        TryCatch root = Guarded(new Step(Log, "failing", _boom), new Catch<InvalidOperationException>
        {
            Action = Handlers.Action<InvalidOperationException>(_ => new Step(Log, "catch", second)),
        });
        Runner.Run(root, lane).AssertUnhandled(second);
        Log.AssertIs("failing", "catch");
    }

    [Theory, Lanes]
    public void Exception_FromCatchCaughtOutside_RunsFinallyFirst(Lane lane)
    {
        TryCatch inner = Guarded(new Step(Log, "failing", _boom), new Catch<InvalidOperationException>
        {
            Action = Handlers.Action<InvalidOperationException>(_ => new Step(Log, "catch", new IOException())),
        });
        Runner.Run(new TryCatch { Try = inner, Catches = { Catch<IOException>("outer") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "catch", "finally", "outer");
    }

    [Theory, Lanes]
    public void Exception_FromFinally_Propagates(Lane lane)
    {
        TryCatch inner = new() { Try = new Step(Log, "try"), Finally = new Step(Log, "finally", _boom) };
        Runner.Run(new TryCatch { Try = inner, Catches = { Catch<InvalidOperationException>("outer") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("try", "finally", "outer");
    }

    [Theory, Lanes]
    public void Catch_Outer_HandlesWhatInnerDoesNot(Lane lane)
    {
        TryCatch inner = Guarded(new Step(Log, "failing", _boom), Catch<IOException>("never"));
        Sequence body = new() { Activities = { inner, new Step(Log, "never") } };
        TryCatch outer = new() { Try = body, Catches = { Catch<InvalidOperationException>("outer") }, Finally = new Step(Log, "outer finally") };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "finally", "outer", "outer finally");
    }

    [Theory, Lanes]
    public void Try_OthersRunning_IsCanceledBeforeCatch(Lane lane)
    {
        Parallel body = new() { Branches = { new Wait(Log, "w") { IsDeaf = true }, new Step(Log, "failing", _boom) } };
        Running running = Runner.Start(Guarded(body, Catch<InvalidOperationException>("catch")), lane);
        Log.AssertIs("w waits", "failing", "w cancels");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("w waits", "failing", "w cancels", "w resumed ", "catch", "finally");
    }

    [Theory, Lanes]
    public void Catch_SeveralMatch_RunsMostDerivedAfterTry(Lane lane)
    {
        Probe beside = new(Log, "beside");
        beside.Body = context => context.CreateBookmark("b", beside.Resumed);
        TryCatch root = Guarded(
            new Parallel { Branches = { beside, new Step(Log, "failing", new DirectoryNotFoundException("boom")) } },
            Catch<Exception>("base"), Catch<IOException>("io"), Catch<InvalidOperationException>("other"));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("beside executes", "failing", "beside cancels", "io", "finally");
    }

    [Theory, Lanes]
    public void Exception_NoMatch_DoesNotCancelTry(Lane lane)
    {
        TryCatch inner = Guarded(new Parallel { Branches = { new Wait(Log, "w"), new Step(Log, "failing", _boom) } }, Catch<ArgumentException>("never"));
        Probe root = new(Log, "root", inner) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, inner);
        Running running = Runner.Start(root, lane);
        Assert.True(running.IsIdle);
        Log.AssertIs("root executes", "w waits", "failing", "root ! boom from failing");
    }

    [Theory, Lanes]
    public void Exception_Unhandled_SkipsFinally(Lane lane)
    {
        TryCatch root = new() { Try = new Step(Log, "failing", _boom), Finally = new Step(Log, "never") };
        Runner.Run(root, lane).AssertUnhandled(_boom);
        Log.AssertIs("failing");
    }

    [Theory, Lanes]
    public void TryCatch_InLoop_StartsAnewInEachIteration(Lane lane)
    {
        int passes = 0;
        TryCatch body = Guarded(new Step(Log, "try", _ => Fail()), Catch<InvalidOperationException>("catch"));
        Runner.Run(new While(_ => passes < 4) { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("try", "catch", "finally", "try", "finally", "try", "catch", "finally", "try", "finally");

        void Fail()
        {
            if (++passes % 2 == 1)
            {
                throw new InvalidOperationException("boom");
            }
        }
    }

    [Theory, Lanes]
    public void Termination_InCatch_SkipsFinally(Lane lane)
    {
        TryCatch root = Guarded(
            new Step(Log, "failing", _boom),
            new Catch<Exception> { Action = new ActivityAction<Exception> { Handler = new TerminateWorkflow { Reason = "over" } } });
        Assert.Equal("over", Runner.Run(root, lane).Reason!.Message);
        Log.AssertIs("failing");
    }

    [Theory, Lanes]
    public void Abort_TryWaits_SkipsCatchAndFinally(Lane lane)
    {
        Running running = Runner.Start(Guarded(new Wait(Log, "w"), Catch<Exception>("never")), lane);
        running.Abort(_boom);
        Assert.Same(_boom, running.End().Reason);
        Log.AssertIs("w waits", "w aborts");
    }

    [Theory, Lanes]
    public void Catches_InParallel_KeepTheirExceptions(Lane lane)
    {
        Parallel root = new() { Branches = { Waiting("a"), Waiting("b") } };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "b resumed ", "from b", "a resumed ", "from a");

        TryCatch Waiting(string name) => new()
        {
            Try = new Throw { Exception = new(_ => new InvalidOperationException($"from {name}")) },
            Catches =
            {
                new Catch<InvalidOperationException>
                {
                    Action = Handlers.Action<InvalidOperationException>(
                        e => new Sequence { Activities = { new Wait(Log, name), new Note(Log, context => e.Get(context).Message) } }),
                },
            },
        };
    }

    private static Assign<int> Set(Variable<int> variable, int value) => new() { To = variable, Value = value };

    private Note Show(Variable<int> variable) => new(Log, context => $"{variable.Get(context)}");

    private Catch<T> Catch<T>(string name)
        where T : Exception => new() { Action = Handlers.Action<T>(_ => new Step(Log, name)) };

    private TryCatch Guarded(Activity? body, params Catch[] catches)
    {
        TryCatch activity = new() { Try = body, Finally = new Step(Log, "finally") };
        Array.ForEach(catches, activity.Catches.Add);
        return activity;
    }
}
