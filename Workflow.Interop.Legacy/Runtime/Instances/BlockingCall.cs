using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Blocks a thread until an asynchronous call of a store ends. Methods of WF3 such as Unload, GetWorkflow and Commit return when the work is done, so their
/// callers wait. The calls of a store do not need the synchronization context of the waiting thread.
/// </summary>
internal static class BlockingCall
{
    [System.Diagnostics.CodeAnalysis.SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The signatures of WF3 are synchronous.")]
    [System.Diagnostics.CodeAnalysis.SuppressMessage(
        "Usage",
        "VSTHRD002:Avoid problematic synchronous waits",
        Justification = "The signatures of WF3 are synchronous; the call has no context to return to.")]
    public static T Wait<T>(Func<Task<T>> call)
    {
        Task<T>? running = null;
        Func<Task> start = () => running = call();
        Wait(start);
        return running!.GetAwaiter().GetResult();
    }

    /// <summary>Waits for a call that is not part of the caller's transaction.</summary>
    public static T WaitApart<T>(Func<Task<T>> call)
    {
        using TransactionScope apart = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        return Wait(call);
    }

    /// <summary>Waits for a call. A call that completes synchronously needs no other thread.</summary>
    [System.Diagnostics.CodeAnalysis.SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The signatures of WF3 are synchronous.")]
    [System.Diagnostics.CodeAnalysis.SuppressMessage(
        "Usage",
        "VSTHRD002:Avoid problematic synchronous waits",
        Justification = "The signatures of WF3 are synchronous; the call has no context to return to.")]
    public static void Wait(Func<Task> call)
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            Task running = TaskScheduler.Current == TaskScheduler.Default ? call() : Task.Run(call);
            running.GetAwaiter().GetResult();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }
}
