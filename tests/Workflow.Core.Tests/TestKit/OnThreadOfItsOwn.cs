namespace Workflow.Core.Tests.TestKit;

/// <summary>Runs something on a thread that ends with it, so that no other code of the test runs on a thread of the same id.</summary>
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
