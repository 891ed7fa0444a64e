using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that all expression activities share which can throw.</summary>
/// <typeparam name="T">The type of the result.</typeparam>
public abstract class FallibleExpressionTests<T> : ExpressionTests<T>
{
    /// <summary>The exact type of the exception that <see cref="Failing"/> throws.</summary>
    protected abstract Type Failure { get; }

    /// <summary>Creates a valid activity that throws when it runs.</summary>
    /// <returns>A new activity at each call.</returns>
    protected abstract Activity<T> Failing();

    [Theory, Lanes]
    [Rule("5.5")]
    public void Failure_OfTheRoot_IsTheReasonOfItsEnd(Lane lane) => Assert.IsType(Failure, Runner.Run(Failing(), lane).Reason);

    [Theory, Lanes]
    [Rule("5.6")]
    public void Failure_OfAStatement_IsCaught(Lane lane) => AssertCaught(Failing(), lane);

    [Theory, Lanes]
    [Rule("4.12")]
    public void Failure_OfAnArgument_IsCaughtAndTheOwnerDoesNotRun(Lane lane)
    {
        Take<T> take = new() { Value = new InArgument<T>(Failing()) };
        AssertCaught(take, lane);
        Assert.Empty(take.Taken);
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Failure_OfAVariablesDefault_IsCaught(Lane lane) =>
        AssertCaught(new Sequence { Variables = { new Variable<T>("variable") { Default = Failing() } } }, lane);

    private void AssertCaught(Activity failing, Lane lane)
    {
        TryCatch root = new()
        {
            Try = failing,
            Catches =
            {
                new Catch<Exception> { Action = Handlers.Action<Exception>(caught => new Note(Log, context => caught.Get(context).GetType().Name)) },
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(Failure.Name);
    }
}
