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
        Task<T>? running = null;
        Func<Task> start = () => running = call();
        Wait(start);
        return running!.GetAwaiter().GetResult();
    }

    /// <summary>Waits for a call that is not part of a transaction of the caller.</summary>
    public static T WaitApart<T>(Func<Task<T>> call)
    {
        using TransactionScope apart = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        return Wait(call);
    }

    /// <summary>Waits for a call. One that has ended when it returns costs no other thread.</summary>
    [System.Diagnostics.CodeAnalysis.SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The signatures of WF3 are synchronous.")]
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Usage", "VSTHRD002:Avoid problematic synchronous waits", Justification = "The signatures of WF3 are synchronous; the call has no context to return to.")]
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
