using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>
/// A part of a turn that is posted to a synchronization context. When the context fails to take it, the call goes to the pool: an instance whose
/// context fails still ends. A context that takes the call, and fails all the same, or makes it twice, makes it once.
/// </summary>
internal sealed class PostedCall : IThreadPoolWorkItem
{
    private readonly SynchronizationContext _context;
    private readonly Action _call;
    private int _isMade;

    private PostedCall(SynchronizationContext context, Action call)
    {
        _context = context;
        _call = call;
    }

    /// <summary>Posts a call, without the ambient values of the caller.</summary>
    /// <param name="context">The context.</param>
    /// <param name="call">Does not throw.</param>
    /// <param name="onRefused">Gets the reason why the context did not take it, before the call is made elsewhere; the call may have been made, or be made, all the same.</param>
    public static void Post(SynchronizationContext context, Action call, Action<Exception> onRefused)
    {
        PostedCall posted = new(context, call);
        try
        {
            CleanContext.Run(static state => ((PostedCall)state!).Post(), posted);
        }
        catch (Exception exception)
        {
            onRefused(exception);
            ThreadPool.UnsafeQueueUserWorkItem(posted, preferLocal: false);
        }
    }

    void IThreadPoolWorkItem.Execute() => TryMake();

    private void Post() => _context.Post(static state => ((PostedCall)state!).MakeInContext(), this);

    /// <summary>Makes the call with the context as the current one, whatever the context itself does about that. Its thread keeps nothing of what activities set.</summary>
    private void MakeInContext()
    {
        AmbientValues thread = AmbientValues.Enter();
        SynchronizationContext.SetSynchronizationContext(_context);
        try
        {
            TryMake();
        }
        finally
        {
            thread.Leave();
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
