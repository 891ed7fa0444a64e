using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>
/// Tests of the behavior that all activities share which yield a location. Each derived class supplies a sample whose location holds an old value and accepts
/// a new one.
/// </summary>
/// <typeparam name="T">The type of the location.</typeparam>
public abstract class ReferenceTests<T>
{
    private protected Log Log { get; } = new();

    protected abstract T Old { get; }

    protected abstract T New { get; }

    /// <summary>The current value of the sample's location.</summary>
    protected abstract T Current { get; }

    /// <summary>Creates an activity that needs nothing from the enclosing scope.</summary>
    /// <returns>A new activity at each call, for the same location.</returns>
    protected abstract Activity<Location<T>> Sample();

    /// <summary>
    /// Creates a valid activity that throws an <see cref="InvalidOperationException"/> when it runs, because the owner of the location is null.
    /// </summary>
    /// <returns>A new activity at each call; null if no such activity exists.</returns>
    protected abstract Activity<Location<T>>? Failing();

    [Theory, Lanes]
    [Rule("4.3")]
    public void Location_OfAnOutArgument_IsWritten(Lane lane)
    {
        Assign<T> assign = new() { To = new OutArgument<T>(Sample()), Value = Evaluate.In(New) };
        Runner.Run(new Sequence { Activities = { assign } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(New, Current);
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void Location_OfAnInOutArgument_IsReadAndWritten(Lane lane)
    {
        Exchange exchange = new(New) { Place = new InOutArgument<T>(Sample()) };
        Runner.Run(exchange, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(Old, exchange.Found);
        Assert.Equal(New, Current);
    }

    [Theory, Lanes]
    [Rule("4.9")]
    public void Location_OfTheRoot_IsUsableAfterTheEnd(Lane lane)
    {
        Location<T> place = Evaluate.Value(Sample(), lane);
        Assert.Equal(Old, place.Value);
        place.Value = New;
        Assert.Equal((New, New), (place.Value, Current));
    }

    [Theory, Lanes]
    [Rule("4.9")]
    [Rule("4.13")]
    public void Location_InTheCallbackOfAParent_IsWritten(Lane lane)
    {
        Runner.Run(new SetsLocation(Sample(), New), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(New, Current);
    }

    [Theory, Lanes]
    [Rule("4.6")]
    public void Location_AsTheDefaultOfAVariable_FillsIt(Lane lane)
    {
        Variable<Location<T>> variable = new("variable") { Default = Sample() };
        Take<T> take = new() { Value = new InArgument<T>(context => variable.Get(context).Value) };
        Runner.Run(new Sequence { Variables = { variable }, Activities = { take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([Old], take.Taken);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Location_InALoop_IsResolvedInEachPass(Lane lane)
    {
        int passes = 0;
        Exchange exchange = new(New) { Place = new InOutArgument<T>(Sample()) };
        Runner.Run(new While(_ => passes++ < 2) { Body = exchange }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(New, exchange.Found);
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    [Rule("5.6")]
    public void Owner_Null_IsCaughtAndNothingRuns(Lane lane)
    {
        if (Failing() is not { } failing)
        {
            return;
        }

        TryCatch root = new()
        {
            Try = new Assign<T> { To = new OutArgument<T>(failing), Value = new InArgument<T>(_ => New) },
            Catches =
            {
                new Catch<InvalidOperationException>
                {
                    Action = Handlers.Action<InvalidOperationException>(e => new Note(Log, context => e.Get(context).Message))
                }
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("is null", Assert.Single(Log.Entries), StringComparison.Ordinal);
    }

    private sealed class Exchange(T value) : CodeActivity
    {
        public T? Found { get; private set; }

        public InOutArgument<T> Place { get; set; } = null!;

        protected override void Execute(CodeActivityContext context)
        {
            Found = Place.Get(context);
            Place.Set(context, value);
        }
    }

    private sealed class SetsLocation(Activity<Location<T>> reference, T value) : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddChild(reference);

        protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(reference, OnCompleted);

        private void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance, Location<T> result) => result.Value = value;
    }
}
