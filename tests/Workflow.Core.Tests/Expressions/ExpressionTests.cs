using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that all expression activities share. Each derived class supplies a sample of its activity.</summary>
/// <typeparam name="T">The type of the result.</typeparam>
public abstract class ExpressionTests<T>
{
    private protected Log Log { get; } = new();

    /// <summary>The value that the sample yields.</summary>
    protected abstract T Expected { get; }

    /// <summary>Creates an activity that needs nothing from the enclosing scope.</summary>
    /// <returns>A new activity at each call.</returns>
    protected abstract Activity<T> Sample();

    [Theory, Lanes]
    [Rule("20")]
    public void Sample_AsTheRoot_YieldsItsValue(Lane lane) => Assert.Equal(Expected, Evaluate.Value(Sample(), lane));

    [Theory, Lanes]
    [Rule("4.11")]
    public void Sample_AsAnArgument_YieldsItsValue(Lane lane)
    {
        Take<T> take = new() { Value = new InArgument<T>(Sample()) };
        Runner.Run(new Sequence { Activities = { take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Expected], take.Taken);
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Sample_AsTheDefaultOfAVariable_FillsIt(Lane lane)
    {
        Variable<T> variable = new("variable") { Default = Sample() };
        Take<T> take = new() { Value = variable };
        Runner.Run(new Sequence { Variables = { variable }, Activities = { take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Expected], take.Taken);
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void Sample_AsAStatement_WritesToItsResult(Lane lane)
    {
        Variable<T> variable = new("variable");
        Activity<T> sample = Sample();
        sample.Result = variable;
        Take<T> take = new() { Value = variable };
        Runner.Run(new Sequence { Variables = { variable }, Activities = { sample, take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Expected], take.Taken);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Sample_InALoop_YieldsTheSameInEachPass(Lane lane)
    {
        int passes = 0;
        Take<T> take = new() { Value = new InArgument<T>(Sample()) };
        Runner.Run(new While(_ => passes++ < 3) { Body = take }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Expected, Expected, Expected], take.Taken);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Sample_InParallelBranches_YieldsItsValueInEach(Lane lane)
    {
        Take<T> left = new() { Value = new InArgument<T>(Sample()) };
        Take<T> right = new() { Value = new InArgument<T>(Sample()) };
        Runner.Run(new Parallel { Branches = { left, right } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Expected, Expected], [.. left.Taken, .. right.Taken]);
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_BeforeTheStart_EndsCanceled(Lane lane)
    {
        Activity<T> sample = Sample();
        Probe root = new(Log, "root", sample);
        root.Body = context => context.CancelChild(root.Schedule(context, sample));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", $"root < {sample.DisplayName} Canceled");
    }
}
