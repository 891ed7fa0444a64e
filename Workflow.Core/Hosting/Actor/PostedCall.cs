using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>
/// A part of a turn that is posted to a synchronization context. If the context throws instead of accepting the call, the call runs on the thread pool, so
/// that an instance with a failing context still ends. The call runs once, even if the context accepts it and then throws, or invokes it twice.
/// </summary>
internal sealed class PostedCall : WorkflowTurn, IThreadPoolWorkItem
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
    /// <param name="call">The call; it must not throw.</param>
    /// <param name="onRefused">
    /// Receives the exception of the context, before the call runs on the pool. At that time the context may already have run the call, or may run it later.
    /// </param>
    public static void Post(SynchronizationContext context, Action call, Action<Exception> onRefused)
    {
        PostedCall posted = new(context, call);
        try
        {
            SuppressedFlow.Run(static state => ((PostedCall)state!).Post(), posted);
        }
        catch (Exception exception)
        {
            // Before the call is queued, so that the turn that it runs finds the abort.
            onRefused(exception);
            ThreadPool.UnsafeQueueUserWorkItem(posted, preferLocal: false);
        }
    }

    void IThreadPoolWorkItem.Execute() => TryMake();

    private void Post() => _context.Post(static state => ((PostedCall)state!).MakeInContext(), this);

    /// <summary>
    /// Runs the call with the context as the current one, even if the context does not set it. Changes of ambient values by activities do not stay on the
    /// thread.
    /// </summary>
    private void MakeInContext()
    {
        ExecutionContextScope thread = ExecutionContextScope.Enter();
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
