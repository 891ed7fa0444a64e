namespace Workflow.Hosting;

/// <summary>Calls handlers, and knows on which thread one is being called: from inside it that thread is refused the operations of the instance (rule 16.1.2).</summary>
/// <remarks>Called by the owner of the turn; <see cref="IsCallerInHandler"/> is safe from any thread, for no other thread can write its number.</remarks>
internal readonly ref struct HandlerCalls(ApplicationInstance instance)
{
    /// <summary>The caller is in a handler.</summary>
    public bool IsCallerInHandler => instance.HandlerThread == Environment.CurrentManagedThreadId;

    /// <summary>A handler is being called, on whatever thread.</summary>
    public bool IsRunning => Volatile.Read(ref instance.HandlerThread) != 0;

    public void Call<TArgs>(Action<TArgs> handler, TArgs args)
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
}
