namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// Removes the synchronization context of xunit for the duration of an action. Without a context, the continuations of a task run on the thread that completes
/// the task, so all consequences have run when the call of a test returns.
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
