namespace Workflow.Hosting;

/// <summary>
/// Calls handlers and records the thread on which a handler runs, because a handler must not call operations of its own instance (rule 16.1.2).
/// </summary>
/// <remarks>
/// Only the owner of the turn calls handlers. <see cref="IsCallerInHandler"/> is thread-safe, because no other thread can write the id of the calling
/// thread.
/// </remarks>
internal readonly ref struct HandlerCalls(HostedInstance instance)
{
    /// <summary>True if the calling thread runs a handler of the instance.</summary>
    public bool IsCallerInHandler => instance.HandlerThread == Environment.CurrentManagedThreadId;

    /// <summary>True if a handler of the instance runs on any thread.</summary>
    public bool IsRunning => Volatile.Read(ref instance.HandlerThread) != 0;

    /// <summary>Calls a handler; returns false if it threw, which requests an abort.</summary>
    public bool TryCall<TArgs>(Action<TArgs> handler, TArgs args)
    {
        try
        {
            Call(handler, args);
            return true;
        }
        catch (Exception exception)
        {
            instance.TryRequestAbort(exception);
            return false;
        }
    }

    public TResult Call<TArgs, TResult>(Func<TArgs, TResult> handler, TArgs args)
    {
        instance.HandlerThread = Environment.CurrentManagedThreadId;
        try
        {
            return handler(args);
        }
        finally
        {
            instance.HandlerThread = 0;
        }
    }

    private void Call<TArgs>(Action<TArgs> handler, TArgs args)
    {
        instance.HandlerThread = Environment.CurrentManagedThreadId;
        try
        {
            handler(args);
        }
        finally
        {
            instance.HandlerThread = 0;
        }
    }
}
