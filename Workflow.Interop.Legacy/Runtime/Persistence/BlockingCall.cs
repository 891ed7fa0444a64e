using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// The place where a thread waits for a store: methods of WF3 such as Unload, GetWorkflow and Commit return when the work is done, so their callers wait. Nothing that the store
/// does needs the context of the waiting thread.
/// </summary>
internal static class BlockingCall
{
    [System.Diagnostics.CodeAnalysis.SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The signatures of WF3 are synchronous.")]
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Usage", "VSTHRD002:Avoid problematic synchronous waits", Justification = "The signatures of WF3 are synchronous; the call has no context to return to.")]
    public static T Wait<T>(Func<Task<T>> call)
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            Task<T> running = TaskScheduler.Current == TaskScheduler.Default ? call() : Task.Run(call);
            return running.GetAwaiter().GetResult();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    /// <summary>Waits for a call that is not part of a transaction of the caller.</summary>
    public static T WaitApart<T>(Func<Task<T>> call)
    {
        using TransactionScope apart = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        return Wait(call);
    }

    public static void Wait(Func<Task> call) => Wait(async () =>
    {
        await call().ConfigureAwait(false);
        return true;
    });
}
