using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>The common tests of the two loops with a condition, which differ in whether the condition or the body runs first.</summary>
public abstract class LoopTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected abstract Activity Create(Activity<bool>? condition, Activity? body, params Variable[] variables);

    /// <summary>Returns the number of iterations of the body if the condition is true the given number of times.</summary>
    protected abstract int PassesFor(int trueTimes);

    protected abstract Activity CreateByFunction(Func<ActivityContext, bool>? condition);

    protected abstract Activity CreateByTree(Expression<Func<ActivityContext, bool>>? condition);

    protected abstract Activity CreateByActivity(Activity<bool>? condition);

    protected override Activity Sample()
    {
        int passes = 0;
        return Create(new Expr<bool>(Log, "condition", () => ++passes % 3 != 0), new Step(Log, "body"));
    }

    [Theory]
    [Lanes(0)]
    [Lanes(1)]
    [Lanes(5)]
    public void Condition_TrueGivenTimes_DeterminesIterations(int times, Lane lane)
    {
        int asked = 0;
        Runner.Run(Create(Expr(() => asked++ < times), new Step(Log, "body")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(times + 1, asked);
        Assert.Equal(PassesFor(times), Log.Entries.Length);
    }

    [Theory, Lanes]
    public void Body_Missing_EvaluatesCondition(Lane lane)
    {
        int asked = 0;
        Runner.Run(Create(new Expr<bool>(Log, "c", () => ++asked < 3), null), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("c", "c", "c");
    }

    [Fact]
    [Rule("12.4")]
    public void Condition_Missing_IsInvalid() => Invalid.AssertRoot(Create(null, new Step(Log, "body")), "has no condition");

    [Fact]
    public void Constructors_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => CreateByFunction(null));
        Assert.Throws<ArgumentNullException>(() => CreateByTree(null));
        Assert.Throws<ArgumentNullException>(() => CreateByActivity(null));
    }

    [Theory, Lanes]
    public void Condition_InEachForm_IsUsed(Lane lane)
    {
        Expression<Func<ActivityContext, bool>> tree = _ => false;
        foreach (Activity loop in (Activity[])[CreateByFunction(_ => false), CreateByTree(tree), CreateByActivity(Expr(() => false))])
        {
            Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        }
    }

    [Theory, Lanes]
    public void Variables_AreSharedByConditionAndBody(Lane lane)
    {
        Variable<int> count = new("count", 10);
        Sequence body = new()
        {
            Activities = { new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) }, new Note(Log, context => $"{count.Get(context)}") },
        };
        Runner.Run(Create(new LambdaValue<bool>(context => count.Get(context) < 13), body, count), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("11", "12", "13");
    }

    [Theory, Lanes]
    public void Body_State_IsNotKeptBetweenIterations(Lane lane)
    {
        int asked = 0;
        Variable<int> local = new("local");
        Sequence body = new()
        {
            Variables = { local },
            Activities = { new Note(Log, context => $"{local.Get(context)}"), new Assign<int> { To = local, Value = 7 } },
        };
        Runner.Run(Create(Expr(() => ++asked < 4), body), lane);
        Assert.All(Log.Entries, entry => Assert.Equal("0", entry));
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Create(Expr(() => true), new Wait(Log, "w")), lane);
        running.Resume("w");
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w resumed ", "w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyCloses_EndsCanceledWithoutCondition(Lane lane)
    {
        int asked = 0;
        Running running = Runner.Start(Create(Expr(() => ++asked > 0), new Wait(Log, "w") { IsDeaf = true }), lane);
        int before = asked;
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(before, asked);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_ConditionWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Create(new WaitFor<bool>(Log, "c"), null), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("c waits", "c cancels");
    }

    [Theory]
    [Lanes(false, ActivityInstanceState.Closed)]
    [Lanes(true, ActivityInstanceState.Canceled)]
    [Rule("3.2")]
    public void Cancel_ConditionCloses_EndsCanceledIfTrue(bool value, ActivityInstanceState state, Lane lane)
    {
        Running running = Runner.Start(Create(new WaitFor<bool>(Log, "c") { IsDeaf = true }, null), lane);
        running.Cancel();
        running.Resume("c", value);
        running.End().AssertCompleted(state);
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByBody_EndsCanceledAfterIteration(Lane lane)
    {
        RunWithCancel(
            cancel => Create(Expr(() => true), new Sequence { Activities = { new Step(Log, "body"), new Step(Log, "cancels", _ => cancel()) } }),
            lane).AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("body", "cancels");
    }

    [Theory]
    [Lanes(false)]
    [Lanes(true)]
    [Rule("6.6")]
    public void Cancel_RequestedByTrueCondition_EndsCanceled(bool isLambda, Lane lane)
    {
        int asked = 0;
        RunWithCancel(cancel => Create(isLambda ? Lambda(() => Ask(cancel)) : Expr(() => Ask(cancel)), new Step(Log, "body")), lane)
            .AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(PassesFor(1), Log.Entries.Length);

        bool Ask(Action cancel)
        {
            if (++asked == 2)
            {
                cancel();
            }

            return true;
        }
    }

    [Theory]
    [Lanes(false)]
    [Lanes(true)]
    [Rule("3.6")]
    public void Cancel_RequestedByFalseCondition_EndsClosed(bool isLambda, Lane lane)
    {
        int asked = 0;
        RunWithCancel(cancel => Create(isLambda ? Lambda(() => Ask(cancel)) : Expr(() => Ask(cancel)), new Step(Log, "body")), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(PassesFor(1), Log.Entries.Length);

        bool Ask(Action cancel)
        {
            if (++asked == 1)
            {
                return true;
            }

            cancel();
            return false;
        }
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InBody_EndsLoop(Lane lane)
    {
        int passes = 0;
        Runner.Run(Create(Expr(() => true), new Step(Log, "body", _ => Fail())), lane).AssertUnhandled(_boom);
        Log.AssertIs("body", "body");

        void Fail()
        {
            if (++passes == 2)
            {
                throw _boom;
            }
        }
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBodyHandledAbove_EvaluatesCondition(Lane lane)
    {
        int asked = 0;
        RunHandled(Create(Expr(() => ++asked < 3), new Step(Log, "body", _boom)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(3, asked);
        Assert.Equal(PassesFor(2), Log.Entries.Count(entry => entry == "body"));
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBodyCaughtOutside_SkipsCondition(Lane lane)
    {
        int asked = 0;
        TryCatch root = new() { Try = Create(Expr(() => ++asked > 0), new Step(Log, "body", _boom)), Catches = { new Catch<InvalidOperationException>() } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(1 - PassesFor(0), asked);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InCondition_HasConditionAsSource(Lane lane)
    {
        RunHandled(Create(new Expr<bool>(Log, "c", () => throw _boom), null), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("root ! boom from c", Log.Entries);
    }

    [Theory, Lanes]
    [Rule("4.13")]
    public void Fault_InConditionHandledAbove_CountsAsFalse(Lane lane)
    {
        int asked = 0;
        Activity loop = Create(Lambda(Ask), new Step(Log, "body"));
        RunHandled(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(PassesFor(1), Log.Entries.Count(entry => entry == "body"));
        Assert.Equal(2, asked);

        bool Ask() => ++asked switch
        {
            1 => true,
            2 => throw _boom,
            _ => false,
        };
    }

    [Theory, Lanes]
    public void Loop_Nested_MultipliesIterations(Lane lane)
    {
        int outer = 0;
        int inner = 0;
        Activity nested = Create(Expr(() => ++inner % 3 != 0), new Step(Log, "body"));
        Runner.Run(Create(Expr(() => ++outer % 3 != 0), nested), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(PassesFor(2) * PassesFor(2), Log.Entries.Length);
    }

    [Theory, Lanes]
    public void Body_Waits_IsAwaitedInEachIteration(Lane lane)
    {
        int asked = 0;
        Running running = Runner.Start(Create(Expr(() => ++asked <= 3), new Wait(Log, "w")), lane);
        for (int i = 0; i < PassesFor(3); i++)
        {
            Assert.True(running.IsIdle);
            running.Resume("w", i);
        }

        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    private static LambdaValue<bool> Lambda(Func<bool> value) => new(_ => value());

    private static Expr<bool> Expr(Func<bool> value) => new(new Log(), "condition", value);
}
