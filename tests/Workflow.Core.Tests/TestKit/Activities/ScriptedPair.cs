namespace Workflow.Core.Tests.TestKit;

/// <summary>A Begin/End pair of WF4 whose methods are delegates of the test. It must behave the same with and without a result.</summary>
internal static class ScriptedPair
{
    public delegate IAsyncResult? Begins(AsyncCodeActivityContext context, AsyncCallback callback, object? state);

    public delegate void Ends(AsyncCodeActivityContext context, IAsyncResult result);

    public static Activity Of(bool hasResult, Begins begin, Ends end, Action<AsyncCodeActivityContext>? cancel = null) =>
        hasResult ? new WithResult(begin, end, cancel) { DisplayName = "pair" } : new WithoutResult(begin, end, cancel) { DisplayName = "pair" };

    private sealed class WithoutResult(Begins begin, Ends end, Action<AsyncCodeActivityContext>? cancel) : AsyncCodeActivity
    {
        protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
            begin(context, callback, state)!;

        protected override void EndExecute(AsyncCodeActivityContext context, IAsyncResult result) => end(context, result);

        protected override void Cancel(AsyncCodeActivityContext context) => cancel?.Invoke(context);
    }

    private sealed class WithResult(Begins begin, Ends end, Action<AsyncCodeActivityContext>? cancel) : AsyncCodeActivity<int>
    {
        protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
            begin(context, callback, state)!;

        protected override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result)
        {
            end(context, result);
            return 7;
        }

        protected override void Cancel(AsyncCodeActivityContext context) => cancel?.Invoke(context);
    }
}

/// <summary>The result of a Begin method, with properties set by the test.</summary>
internal sealed class ScriptedResult(object? state, bool completedSynchronously = false) : IAsyncResult
{
    public object? AsyncState => state;

    public bool CompletedSynchronously => completedSynchronously;

    public bool IsCompleted => completedSynchronously;

    public WaitHandle AsyncWaitHandle => throw new NotSupportedException("Nobody waits for a handle.");
}
