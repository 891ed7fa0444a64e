using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.7")]
[Rule("19")]
public sealed class ParallelForEachTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => Each(new Traced<int>(Log, 1, 2, 3), item => new Note(Log, context => $"{item.Get(context)}"));

    [Theory, Lanes]
    [Rule("1.3")]
    public void Values_AreTakenFirstAndLastBodyStartsFirst(Lane lane)
    {
        Runner.Run(Sample(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "next", "next", "next", "dispose", "3", "2", "1");
    }

    [Theory, Lanes]
    public void Values_Empty_RunNothing(Lane lane)
    {
        Runner.Run(Each(new Traced<int>(Log), _ => new Step(Log, "never")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "dispose");
    }

    [Theory, Lanes]
    public void Values_Null_ThrowInvalidOperation(Lane lane) =>
        Assert.Contains(
            "'loop'",
            Fails<InvalidOperationException>(new ParallelForEach<int> { Values = new(_ => null!), DisplayName = "loop" }, lane).Message,
            StringComparison.Ordinal);

    [Fact]
    [Rule("12.4")]
    public void Values_Missing_AreInvalid() => Invalid.AssertBelowARoot(new ParallelForEach<int>(), "'Values'");

    [Theory, Lanes]
    public void Body_MissingOrWithoutHandler_StillEnumerates(Lane lane)
    {
        Runner.Run(new ParallelForEach<int> { Values = new(_ => new Traced<int>(Log, 1)) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new ParallelForEach<int> { Values = new(_ => new Traced<int>(Log, 1)), Body = new ActivityAction<int>() }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("next", "next", "dispose", "next", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("13.1")]
    public void CompletionCondition_BodyWithoutHandler_IsEvaluated(Lane lane)
    {
        ParallelForEach<int> loop = new()
        {
            Values = new(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int>(),
            CompletionCondition = new Expr<bool>(Log, "condition", () => false),
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("condition", "condition");
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Bodies_Waiting_KeepTheirValues(Lane lane)
    {
        ParallelForEach<string> loop = Each(["a", "b"], item => new Sequence
        {
            Activities = { new WaitAt(new InArgument<string>(item)), new Note(Log, context => item.Get(context)) },
        });
        Running running = Runner.Start(loop, lane);
        running.Resume("a");
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_True_CancelsOthersAndEndsClosed(Lane lane)
    {
        ParallelForEach<string> loop = WaitAt("a", "b", "c");
        loop.CompletionCondition = new Expr<bool>(Log, "condition", () => true);
        Running running = Runner.Start(loop, lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("condition");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void CompletionCondition_TrueAtOnce_StartsNoOthers(Lane lane)
    {
        ParallelForEach<int> loop = Each([1, 2], item => new Note(Log, context => $"{item.Get(context)}"));
        loop.CompletionCondition = true;
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("2");
    }

    [Theory, Lanes]
    public void CompletionCondition_False_IsEvaluatedAfterEachBody(Lane lane)
    {
        ParallelForEach<int> loop = Each([1, 2], item => new Note(Log, context => $"{item.Get(context)}"));
        loop.CompletionCondition = new Expr<bool>(Log, "condition", () => false);
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("2", "condition", "1", "condition");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodiesWait_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Each([1, 2], _ => new Anonymous(Log)), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("canceled", "canceled");
    }

    [Theory]
    [Lanes(false, ActivityInstanceState.Closed)]
    [Lanes(true, ActivityInstanceState.Canceled)]
    [Rule("3.6")]
    public void Cancel_BodyCloses_EndsCanceledIfConditionSuppressed(bool hasCondition, ActivityInstanceState state, Lane lane)
    {
        ParallelForEach<int> loop = Each([1], _ => new Wait(Log, "w") { IsDeaf = true });
        loop.CompletionCondition = hasCondition ? new Expr<bool>(Log, "never", () => true) : null;
        Running running = Runner.Start(loop, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(state);
        Log.AssertIs("w waits", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByEnumerator_StartsNoBody(Lane lane)
    {
        RunWithCancel(cancel => Each(new Traced<int>(Log, 1, 2) { OnDispose = cancel }, _ => new Step(Log, "never")), lane)
            .AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("next", "next", "next", "dispose");
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InBody_Propagates(Lane lane)
    {
        Runner.Run(Each([1, 2], _ => new Step(Log, "body", _boom)), lane).AssertUnhandled(_boom);
        Log.AssertIs("body");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_InBodyCaughtOutside_CancelsOthers(Lane lane)
    {
        ParallelForEach<int> loop = Each(
            [1, 2],
            item => new If(context => item.Get(context) == 1) { Then = new Step(Log, "failing", _boom), Else = new Anonymous(Log) });
        Runner.Run(new TryCatch { Try = loop, Catches = { new Catch<InvalidOperationException>() } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "canceled");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InBodyHandledAbove_KeepsOthersRunning(Lane lane)
    {
        ParallelForEach<int> loop = Each([1, 2], item => new Step(Log, "body", _boom));
        RunHandled(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(2, Log.Entries.Count(entry => entry == "body"));
        Assert.EndsWith("Closed", Log.Entries[^1], StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InMoveNext_DisposesAndStartsNoBody(Lane lane)
    {
        Traced<int> values = new(Log, 1, 2) { OnMove = index => FailAt(1, index) };
        RunHandled(Each(values, _ => new Step(Log, "never")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "next", "next", "dispose", "root ! boom from ParallelForEach<Int32>", "root < ParallelForEach<Int32> Faulted");
    }

    [Theory, Lanes]
    public void ParallelForEach_Nested_ReadsBothValues(Lane lane)
    {
        Runner.Run(Each([1, 2], outer => Each([10, 20], inner => new Note(Log, context => $"{outer.Get(context) + inner.Get(context)}"))), lane);
        Log.AssertIs("22", "12", "21", "11");
    }

    private static ParallelForEach<T> Each<T>(IEnumerable<T> values, Func<DelegateInArgument<T>, Activity> body) =>
        new() { Values = new(_ => values), Body = Handlers.Action(body) };

    private static ParallelForEach<string> WaitAt(params string[] names) => Each(names, item => new WaitAt(new InArgument<string>(item)));

    private void FailAt(int expected, int index)
    {
        if (index == expected)
        {
            throw _boom;
        }
    }

    /// <summary>Waits until it is canceled.</summary>
    private sealed class Anonymous(Log log) : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark();

        protected override void Cancel(NativeActivityContext context)
        {
            log.Add("canceled");
            base.Cancel(context);
        }
    }
}

/// <summary>Waits at a bookmark whose name is an argument.</summary>
internal sealed class WaitAt(InArgument<string> name) : NativeActivity
{
    public InArgument<string> Name { get; set; } = name;

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Name.Get(context)!);
}
