namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// Takes xunit's synchronization context away for a while. Without one, the continuations of a task run on the thread that
/// ends it, so a test that drives a workflow sees all of the consequences when its call returns.
/// </summary>
internal static class NoContext
{
    public static void Run(Action action)
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            action();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }
}
