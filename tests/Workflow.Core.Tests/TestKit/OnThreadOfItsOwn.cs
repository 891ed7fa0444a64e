namespace Workflow.Core.Tests.TestKit;

/// <summary>Runs an action on a new thread that ends with the action, so that no other code of the test runs under the same thread id.</summary>
internal static class OnThreadOfItsOwn
{
    public static Task Run(Action action)
    {
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            try
            {
                action();
                ended.SetResult();
            }
            catch (Exception exception)
            {
                ended.SetException(exception);
            }
        })
        {
            IsBackground = true,
        }.Start();
        return ended.Task;
    }
}
