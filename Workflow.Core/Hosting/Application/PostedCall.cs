using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>
/// A part of a turn that is posted to the application's context. A context that fails to take it aborts the instance, and the call goes to the pool: an
/// instance whose context fails still ends. A context that takes the call, and fails all the same, or makes it twice, makes it once.
/// </summary>
internal sealed class PostedCall : IThreadPoolWorkItem
{
    private readonly ApplicationInstance _instance;
    private readonly Action _call;
    private int _isMade;

    private PostedCall(ApplicationInstance instance, Action call)
    {
        _instance = instance;
        _call = call;
    }

    /// <summary>Posts a call, without the ambient values of the caller.</summary>
    public static void Post(ApplicationInstance instance, Action call)
    {
        PostedCall posted = new(instance, call);
        try
        {
            CleanContext.Run(static state => ((PostedCall)state!).Post(), posted);
        }
        catch (Exception exception)
        {
            instance.TryNoteAbort(exception);
            ThreadPool.UnsafeQueueUserWorkItem(posted, preferLocal: false);
        }
    }

    void IThreadPoolWorkItem.Execute() => TryMake();

    private void Post() => _instance.Setup.Context!.Post(static state => ((PostedCall)state!).MakeInContext(), this);

    /// <summary>Makes the call with the context as the current one, whatever the context itself does about that.</summary>
    private void MakeInContext()
    {
        SynchronizationContext? outer = SynchronizationContext.Current;
        ExecutionContext? ambient = ExecutionContext.Capture();
        SynchronizationContext.SetSynchronizationContext(_instance.Setup.Context);
        try
        {
            TryMake();
        }
        finally
        {
            // The thread is the application's, and gets nothing of what activities set.
            SynchronizationContext.SetSynchronizationContext(outer);
            if (ambient is not null)
            {
                ExecutionContext.Restore(ambient);
            }
        }
    }

    private void TryMake()
    {
        if (Interlocked.Exchange(ref _isMade, 1) == 0)
        {
            _call();
        }
    }
}
