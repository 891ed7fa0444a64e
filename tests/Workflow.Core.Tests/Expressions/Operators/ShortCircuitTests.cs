using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that <see cref="AndAlso"/> and <see cref="OrElse"/> share.</summary>
public abstract class ShortCircuitTests : FallibleExpressionTests<bool>
{
    private readonly InvalidOperationException _boom = new("boom");

    /// <summary>The left value that determines the result without the right value.</summary>
    protected abstract bool Decisive { get; }

    private protected abstract ShortCircuitOperator Create();

    protected override bool Expected => !Decisive;

    protected override Type Failure => typeof(InvalidOperationException);

    protected override Activity<bool> Sample() => Create(!Decisive, !Decisive);

    protected override Activity<bool> Failing() => Create(!Decisive, new Expr<bool>(new Log(), "right", () => throw _boom));

    [Theory]
    [Rule("20.2")]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void Values_AreCombined(bool left, bool right)
    {
        bool expected = left == Decisive ? left : right;
        Assert.Equal(expected, Evaluate.Value(Create(left, right), Lane.Fast));
        Assert.Equal(expected, Evaluate.Value(Create(left, right), Lane.Slow));
    }

    [Theory, Lanes]
    [Rule("20.2")]
    public void Right_LeftDecides_DoesNotRun(Lane lane)
    {
        Assert.Equal(Decisive, Evaluate.Value(Create(Side("left", Decisive), Side("right", !Decisive)), lane));
        Log.AssertIs("left");
    }

    [Theory, Lanes]
    [Rule("20.2")]
    public void Right_LeftDoesNotDecide_RunsAfterIt(Lane lane)
    {
        Evaluate.Value(Create(Side("left", !Decisive), Side("right", Decisive)), lane);
        Log.AssertIs("left", "right");
    }

    [Theory, Lanes]
    [Rule("4.8")]
    public void Sides_InAScope_ReadItsVariables(Lane lane)
    {
        Variable<bool> left = new("left", !Decisive);
        Variable<bool> right = new("right", Decisive);
        Take<bool> take = new() { Value = Create(new VariableValue<bool>(left), new VariableValue<bool>(right)) };
        Runner.Run(new Sequence { Variables = { left, right }, Activities = { take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Decisive], take.Taken);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Nested_InBothSides_IsCombined(Lane lane)
    {
        Assert.Equal(Decisive, Evaluate.Value(Create(Create(!Decisive, !Decisive), Create(!Decisive, Decisive)), lane));
        Assert.Equal(!Decisive, Evaluate.Value(Create(Create(!Decisive, !Decisive), Create(!Decisive, !Decisive)), lane));
    }

    [Theory, Lanes]
    [Rule("20.2")]
    public void Sides_ThatWait_AreAwaitedInOrder(Lane lane)
    {
        Running running = Runner.Start(Create(new WaitFor<bool>(Log, "left"), new WaitFor<bool>(Log, "right")), lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("right", true));
        running.Resume("left", !Decisive);
        running.Resume("right", Decisive);
        Assert.Equal(Decisive, running.End().Outputs["Result"]);
        Log.AssertIs("left waits", "right waits");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_WhileTheLeftWaits_RunsNoRight(Lane lane)
    {
        Running running = Runner.Start(Create(new WaitFor<bool>(Log, "left"), Side("right", true)), lane);
        running.Cancel();
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(false, ended.Outputs["Result"]);
        Log.AssertIs("left waits", "left cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_IgnoredByAnUndecidedLeft_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Create(new WaitFor<bool>(Log, "left") { IsDeaf = true }, Side("right", true)), lane);
        running.Cancel();
        running.Resume("left", !Decisive);
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("left waits", "left cancels");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_IgnoredByADecisiveLeft_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(Create(new WaitFor<bool>(Log, "left") { IsDeaf = true }, Side("right", true)), lane);
        running.Cancel();
        running.Resume("left", Decisive);
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(Decisive, ended.Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_WhileTheRightWaits_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Create(Side("left", !Decisive), new WaitFor<bool>(Log, "right")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("left", "right waits", "right cancels");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void Failure_OfTheLeftHandled_RunsNoRight(Lane lane)
    {
        ShortCircuitOperator activity = Create(new Expr<bool>(Log, "left", () => throw _boom), Side("right", true));
        Probe root = new(Log, "root", activity) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, activity);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "left", "root ! boom from left", $"root < {activity.DisplayName} Closed");
    }

    [Fact]
    [Rule("12.4")]
    public void Sides_Missing_AreInvalidEach()
    {
        Invalid.AssertRoot(Create(), "Left", "Right");
        Definitions.AssertInvalid(Create(Side("left", true), null), "Right");
    }

    private Expr<bool> Side(string name, bool value) => new(Log, name, () => value);

    private ShortCircuitOperator Create(Activity<bool>? left, Activity<bool>? right)
    {
        ShortCircuitOperator activity = Create();
        activity.Left = left;
        activity.Right = right;
        return activity;
    }
}
