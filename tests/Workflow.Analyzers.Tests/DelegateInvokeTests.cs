using Workflow.Analyzers.Tests.Kit;

namespace Workflow.Analyzers.Tests;

/// <summary>Tests of WF0011.</summary>
public sealed class DelegateInvokeTests
{
    [Fact]
    public Task BeginInvoke_OfADelegate_IsReportedEverywhere() => Analysis.VerifyAsync(
        """
        public sealed class Count : AsyncCodeActivity<int>
        {
            protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state)
            {
                Func<int> work = () => 1;
                context.UserState = work;
                return work.BeginInvoke(callback, state); /*WF0011*/
            }

            protected override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result) =>
                ((Func<int>)context.UserState!).EndInvoke(result); /*WF0011*/
        }

        public delegate string Reading(int line);

        public static class Helper
        {
            public static IAsyncResult Start(Reading reading) => reading.BeginInvoke(1, null, null); /*WF0011*/

            public static Func<AsyncCallback, object, IAsyncResult> Later(Action action) => action.BeginInvoke!; /*WF0011*/
        }
        """);

    [Fact]
    public Task BeginInvoke_OfAnotherType_IsNotReported() => Analysis.VerifyAsync(
        """
        public sealed class Dispatcher
        {
            public void BeginInvoke(Action action) => action.Invoke();

            public void EndInvoke(IAsyncResult result) => BeginInvoke(() => result.AsyncWaitHandle.Dispose());
        }

        public sealed class Read : AsyncCodeActivity<int>
        {
            protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
                TaskToAsyncResult.Begin(Task.Run(() => 1), callback, state);

            protected override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result) => TaskToAsyncResult.End<int>(result);
        }
        """);
}
