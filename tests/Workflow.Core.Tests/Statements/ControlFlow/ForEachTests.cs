using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.7")]
[Rule("19")]
public sealed class ForEachTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => Each(new Traced<int>(Log, 1, 2, 3), item => new Note(Log, context => $"{item.Get(context)}"));

    [Theory, Lanes]
    public void Values_AreTakenAfterPreviousBody(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "1", "next", "2", "next", "3", "next", "dispose");
    }

    [Theory, Lanes]
    public void Values_BodyWaits_AreTakenAfterPreviousBody(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1, 2), _ => new Wait(Log, "w")), lane);
        Log.AssertIs("next", "w waits");
        running.Resume("w");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "w waits", "w resumed ", "next", "w waits", "w resumed ", "next", "dispose");
    }

    [Theory, Lanes]
    public void Values_Empty_RunNoBodyAndDispose(Lane lane)
    {
        Runner.Run(Each(new Traced<int>(Log), _ => new Step(Log, "never")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "dispose");
    }

    [Theory, Lanes]
    public void Values_NullElementsAndStructs_ArePassedUnchanged(Lane lane)
    {
        Runner.Run(Each<string?>([null, "x"], item => new Note(Log, context => item.Get(context) ?? "null")), lane);
        Runner.Run(Each<(int A, int B)>([(1, 2)], item => new Note(Log, context => $"{item.Get(context).B}")), lane);
        Log.AssertIs("null", "x", "2");
    }

    [Theory, Lanes]
    public void Values_Null_ThrowInvalidOperation(Lane lane)
    {
        ForEach<int> loop = new() { Values = new(_ => null!), Body = Handlers.Action<int>(_ => new Step(Log, "never")), DisplayName = "loop" };
        Assert.Contains("'loop'", Fails<InvalidOperationException>(loop, lane).Message, StringComparison.Ordinal);
        loop = new() { Values = new(_ => null!) };
        Fails<InvalidOperationException>(loop, lane);
        Log.AssertIs();
    }

    [Fact]
    [Rule("12.4")]
    public void Values_Missing_AreInvalid() => Invalid.AssertBelowARoot(new ForEach<int>(), "'Values'");

    [Theory, Lanes]
    public void Body_MissingOrWithoutHandler_StillEnumerates(Lane lane)
    {
        Runner.Run(new ForEach<int> { Values = new(_ => new Traced<int>(Log, 1, 2)) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new ForEach<int> { Values = new(_ => new Traced<int>(Log, 1, 2)), Body = new ActivityAction<int>() }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "next", "next", "dispose", "next", "next", "next", "dispose");
    }

    [Theory, Lanes]
    public void Body_WithoutArgument_RunsForEachValue(Lane lane)
    {
        Runner.Run(new ForEach<int> { Values = new(_ => new[] { 1, 2 }), Body = new ActivityAction<int> { Handler = new Step(Log, "body") } }, lane);
        Log.AssertIs("body", "body");
    }

    [Theory, Lanes]
    public void Body_OfSeveralSteps_KeepsItsValue(Lane lane)
    {
        ForEach<int> loop = Each([1, 2], item => new Sequence
        {
            Activities = { new Note(Log, context => $"a{item.Get(context)}"), new Wait(Log, "w"), new Note(Log, context => $"b{item.Get(context)}") },
        });
        Running running = Runner.Start(loop, lane);
        running.Resume("w");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a1", "w waits", "w resumed ", "b1", "a2", "w waits", "w resumed ", "b2");
    }

    [Theory, Lanes]
    [Rule("4.9")]
    public void Body_KeepsLocationOfValue_FindsItUnchanged(Lane lane)
    {
        List<Location<int>> places = [];
        ForEach<int> loop = Each([1, 2, 3], item => new Note(Log, context => Keep(context, item)));
        Runner.Run(loop, lane);
        Assert.Equal([1, 2, 3], places.Select(place => place.Value));

        string Keep(ActivityContext context, DelegateInArgument<int> item)
        {
            places.Add(context.GetLocation<int>(item)!);
            return "kept";
        }
    }

    [Theory, Lanes]
    public void ForEach_Nested_ReadsBothValues(Lane lane)
    {
        ForEach<int> loop = Each([1, 2], outer => Each([10, 20], inner => new Note(Log, context => $"{outer.Get(context) + inner.Get(context)}")));
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("11", "21", "12", "22");
    }

    [Theory, Lanes]
    public void ForEach_InParallel_KeepsOwnPosition(Lane lane)
    {
        Parallel root = new()
        {
            Branches =
            {
                Each([1, 2], item => new Sequence { Activities = { new Wait(Log, "a"), new Note(Log, context => $"a{item.Get(context)}") } }),
                Each([7, 8], item => new Sequence { Activities = { new Wait(Log, "b"), new Note(Log, context => $"b{item.Get(context)}") } }),
            },
        };
        Running running = Runner.Start(root, lane);
        running.Resume("a");
        running.Resume("b");
        running.Resume("b");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["a1", "b7", "b8", "a2"], Log.Entries.Where(entry => entry.Length == 2));
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyWaitsValuesRemain_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1, 2, 3), _ => new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "w waits", "w cancels", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_LastBodyCanceled_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1), _ => new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "w waits", "w cancels", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_LastBodyCloses_EndsClosed(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1), _ => new Wait(Log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "w waits", "w cancels", "w resumed ", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyClosesValuesRemain_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1, 2, 3), _ => new Wait(Log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "w waits", "w cancels", "w resumed ", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByBody_EndsCanceledAfterBody(Lane lane)
    {
        RunWithCancel(cancel => Each(new Traced<int>(Log, 1, 2, 3), _ => new Step(Log, "body", _ => cancel())), lane)
            .AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "body", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByEnumerator_StartsNoBody(Lane lane)
    {
        RunWithCancel(
            cancel => Each(new Traced<int>(Log, 1, 2, 3) { OnMove = index => CancelAt(1, index, cancel) }, _ => new Step(Log, "body")),
            lane).AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "body", "next", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedAtEndOfValues_StartsNoFurtherStep(Lane lane)
    {
        RunWithCancel(
            cancel => new Sequence
            {
                Activities =
                {
                    Each(new Traced<int>(Log, 1) { OnMove = index => CancelAt(1, index, cancel) }, _ => new Step(Log, "body")),
                    new Step(Log, "never"),
                },
            },
            lane).AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "body", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_EndlessLoopWithEmptyBody_Ends(Lane lane)
    {
        RunWithCancel(cancel => Each(EndlessFrom(cancel), _ => new Sequence()), lane).AssertCompleted(ActivityInstanceState.Canceled);
        Assert.InRange(Log.Entries.Length, 10, 12);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InBody_DisposesEnumerator(Lane lane)
    {
        Runner.Run(Each(new Traced<int>(Log, 1, 2), _ => new Step(Log, "body", _boom)), lane).AssertUnhandled(_boom);
        Log.AssertIs("next", "body", "dispose");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBodyCaughtOutside_TakesNextValueAndDisposes(Lane lane)
    {
        TryCatch root = new()
        {
            Try = Each(new Traced<int>(Log, 1, 2), _ => new Step(Log, "body", _boom)),
            Catches = { new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => new Step(Log, "catch")) } },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "body", "next", "dispose", "catch");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBodyHandledAbove_ContinuesWithNextValue(Lane lane)
    {
        RunHandled(Each(new Traced<int>(Log, 1, 2), _ => new Step(Log, "body", _boom)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(
            "root executes", "next", "body", "root ! boom from body", "next", "body", "root ! boom from body", "next", "dispose",
            "root < ForEach<Int32> Closed");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InMoveNext_HasLoopAsSourceAndDisposes(Lane lane)
    {
        Traced<int> values = new(Log, 1, 2) { OnMove = index => FailAt(1, index) };
        RunHandled(Each(values, _ => new Step(Log, "body")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "next", "body", "next", "dispose", "root ! boom from ForEach<Int32>", "root < ForEach<Int32> Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InCurrent_HasLoopAsSourceAndDisposes(Lane lane)
    {
        Traced<int> values = new(Log, 1, 2) { OnCurrent = index => FailAt(1, index) };
        RunHandled(Each(values, _ => new Step(Log, "body")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "next", "body", "next", "dispose", "root ! boom from ForEach<Int32>", "root < ForEach<Int32> Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InDispose_HasLoopAsSourceAndDisposesOnce(Lane lane)
    {
        Traced<int> values = new(Log, 1) { OnDispose = () => throw _boom };
        RunHandled(Each(values, _ => new Step(Log, "body")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "next", "body", "next", "dispose", "root ! boom from ForEach<Int32>", "root < ForEach<Int32> Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InInnerLoop_HasInnerLoopAsSource(Lane lane)
    {
        ForEach<int> inner = Each(new Traced<int>(Log, 1) { OnMove = index => FailAt(1, index) }, _ => new Step(Log, "body"));
        inner.DisplayName = "inner";
        RunHandled(Each([1], _ => new Sequence { Activities = { inner } }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "next", "body", "next", "dispose", "root ! boom from inner", "root < ForEach<Int32> Closed");
    }

    [Theory, Lanes]
    public void Termination_InBody_DisposesEnumerator(Lane lane)
    {
        Runner.Run(Each(new Traced<int>(Log, 1, 2), _ => new TerminateWorkflow { Reason = "over" }), lane);
        Log.AssertIs("next", "dispose");
    }

    [Theory, Lanes]
    public void Abort_BodyWaits_DisposesEnumerator(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1, 2), _ => new Wait(Log, "w")), lane);
        running.Abort(_boom);
        Assert.Same(_boom, running.End().Reason);
        Log.AssertIs("next", "w waits", "w aborts", "dispose");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Fault_InMoveNextUnderCancel_AbortsWorkflow(Lane lane)
    {
        Running running = Runner.Start(Each(new Traced<int>(Log, 1, 2) { OnMove = index => FailAt(1, index) }, _ => new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
        Log.AssertIs("next", "w waits", "w cancels", "next", "dispose");
    }

    private static void CancelAt(int expected, int index, Action cancel)
    {
        if (index == expected)
        {
            cancel();
        }
    }

    private static ForEach<T> Each<T>(IEnumerable<T> values, Func<DelegateInArgument<T>, Activity> body) =>
        new() { Values = new(_ => values), Body = Handlers.Action(body) };

    private void FailAt(int expected, int index)
    {
        if (index == expected)
        {
            throw _boom;
        }
    }

    private IEnumerable<int> EndlessFrom(Action cancel)
    {
        for (int i = 0; i < 1000; i++)
        {
            Log.Add("value");
            CancelAt(9, i, cancel);
            yield return i;
        }
    }
}
