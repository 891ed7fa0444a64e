using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Activities that override the WF4 pair <c>BeginExecute</c> and <c>EndExecute</c>, with and without a result.</summary>
public sealed class AsyncPairTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes(false), Lanes(true)]
    [Rule("5.1")]
    public void BeginExecute_ReturnsNull_Faults(bool hasResult, Lane lane)
    {
        Activity pair = ScriptedPair.Of(hasResult, (_, _, _) => null, End);
        Assert.Contains("'pair'", Assert.IsType<InvalidOperationException>(Runner.Run(pair, lane).Reason).Message, StringComparison.Ordinal);
        _log.AssertIs();
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("5.1")]
    public void BeginExecute_ReturnsAnotherState_Faults(bool hasResult, Lane lane)
    {
        Activity pair = ScriptedPair.Of(hasResult, (_, _, _) => new ScriptedResult(new object(), completedSynchronously: true), End);
        Assert.Contains("AsyncState", Assert.IsType<InvalidOperationException>(Runner.Run(pair, lane).Reason).Message, StringComparison.Ordinal);
        _log.AssertIs();
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("5.1")]
    public void BeginExecute_Throws_FaultsWithTheSameException(bool hasResult, Lane lane)
    {
        foreach (Exception thrown in new Exception[] { _boom, new OperationCanceledException("by itself") })
        {
            Runner.Run(ScriptedPair.Of(hasResult, (_, _, _) => throw thrown, End), lane).AssertUnhandled(thrown);
        }

        _log.AssertIs();
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("1.4")]
    public void Callback_BeforeBeginExecuteReturns_EndsInTheSameItem(bool hasResult, Lane lane)
    {
        foreach (bool completedSynchronously in new[] { true, false })
        {
            _log.Clear();
            Activity pair = ScriptedPair.Of(hasResult, Begin, End);
            Runner.Run(new Sequence { Activities = { pair, new Step(_log, "next") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
            _log.AssertIs("ends", "next");

            ScriptedResult Begin(AsyncCodeActivityContext context, AsyncCallback callback, object? state)
            {
                ScriptedResult result = new(state, completedSynchronously);
                callback(result);
                return result;
            }
        }
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("1.4")]
    public void BeginExecute_SynchronousWithoutCallback_EndsInTheSameItem(bool hasResult, Lane lane)
    {
        Activity pair = ScriptedPair.Of(hasResult, (_, _, state) => new ScriptedResult(state, completedSynchronously: true), End);
        Runner.Run(new Sequence { Activities = { pair, new Step(_log, "next") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("ends", "next");
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("3.4")]
    public async Task Callback_CalledTwice_EndsOnceWithTheFirstResult(bool hasResult, Lane lane)
    {
        AsyncCallback? callback = null;
        ScriptedResult? begun = null;
        Activity pair = ScriptedPair.Of(
            hasResult,
            (_, given, state) =>
            {
                callback = given;
                return begun = new ScriptedResult(state);
            },
            (_, result) => _log.Add(ReferenceEquals(result, begun) ? "ends" : "ends with another"));
        Running running = Runner.Start(pair, lane);
        callback!(begun!);
        callback(new ScriptedResult(null));
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        callback(begun!);
        _log.AssertIs("ends");
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("3.4")]
    public async Task Callback_CalledWithNull_IsRefusedAndEndsNothing(bool hasResult, Lane lane)
    {
        AsyncCallback? callback = null;
        ScriptedResult? begun = null;
        Activity pair = ScriptedPair.Of(
            hasResult,
            (_, given, state) =>
            {
                callback = given;
                return begun = new ScriptedResult(state);
            },
            End);
        Running running = Runner.Start(pair, lane);
        Assert.Throws<ArgumentNullException>(() => callback!(null!));
        Assert.True(running.IsIdle);
        callback!(begun!);
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("ends");
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("5.1")]
    public void EndExecute_Throws_FaultsWithTheSameException(bool hasResult, Lane lane)
    {
        foreach (Exception thrown in new Exception[] { _boom, new OperationCanceledException("by itself") })
        {
            Activity pair = ScriptedPair.Of(hasResult, (_, _, state) => new ScriptedResult(state, completedSynchronously: true), (_, _) => throw thrown);
            Runner.Run(pair, lane).AssertUnhandled(thrown);
        }
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("3.7")]
    public async Task EndExecute_ThrowsAfterACancelRequest_AbortsTheWorkflow(bool hasResult, Lane lane)
    {
        AsyncCallback? callback = null;
        ScriptedResult? begun = null;
        Activity pair = ScriptedPair.Of(
            hasResult,
            (_, given, state) =>
            {
                callback = given;
                return begun = new ScriptedResult(state);
            },
            (_, _) => throw _boom,
            context => context.MarkCanceled());
        Running running = Runner.Start(pair, lane);
        running.Cancel();
        callback!(begun!);
        (await running.EndAsync()).AssertAbortedAround(_boom);
    }

    [Theory, Lanes(false), Lanes(true)]
    [Rule("3.4")]
    public async Task UserState_InCancelAndEnd_IsTheValueSetByBegin(bool hasResult, Lane lane)
    {
        AsyncCallback? callback = null;
        ScriptedResult? begun = null;
        Activity pair = ScriptedPair.Of(
            hasResult,
            (context, given, state) =>
            {
                Assert.Null(context.UserState);
                context.UserState = "left";
                callback = given;
                return begun = new ScriptedResult(state);
            },
            (context, _) => _log.Add($"end finds {context.UserState}"),
            context => _log.Add($"cancel finds {context.UserState}"));
        Running running = Runner.Start(pair, lane);
        running.Cancel();
        callback!(begun!);
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("cancel finds left", "end finds left");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void EndExecute_NotOverridden_Faults(Lane lane)
    {
        OnlyBegins root = new() { DisplayName = "half" };
        Assert.Contains("EndExecute", Assert.IsType<InvalidOperationException>(Runner.Run(root, lane).Reason).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void EndExecute_WritesOutArgument_BeforeTheNextActivity(Lane lane)
    {
        Variable<int> target = new("target");
        Sequence root = new()
        {
            Variables = { target },
            Activities = { new WritesAtItsEnd { Output = new OutArgument<int>(target) }, new Note(_log, context => $"target {target.Get(context)}") },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("target 5");
    }

    private void End(AsyncCodeActivityContext context, IAsyncResult result) => _log.Add("ends");

    private sealed class OnlyBegins : AsyncCodeActivity
    {
        protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
            new ScriptedResult(state, completedSynchronously: true);
    }

    private sealed class WritesAtItsEnd : AsyncCodeActivity
    {
        public OutArgument<int>? Output { get; set; }

        protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
            new ScriptedResult(state, completedSynchronously: true);

        protected override void EndExecute(AsyncCodeActivityContext context, IAsyncResult result) => Output!.Set(context, 5);
    }
}
