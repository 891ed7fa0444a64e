namespace Workflow.Hosting;

/// <summary>Calls handlers, and knows on which thread one is being called: from inside it that thread is refused the operations of the instance (rule 16.1.2).</summary>
/// <remarks>Called by the owner of the turn; <see cref="IsCallerInHandler"/> is safe from any thread, for no other thread can write its number.</remarks>
internal struct HandlerCalls
{
    private int _thread;

    /// <summary>The caller is in a handler.</summary>
    public readonly bool IsCallerInHandler => _thread == Environment.CurrentManagedThreadId;

    /// <summary>A handler is being called, on whatever thread.</summary>
    public readonly bool IsRunning => Volatile.Read(in _thread) != 0;

    public void Call<TArgs>(Action<TArgs> handler, TArgs args)
    {
        _thread = Environment.CurrentManagedThreadId;
        try
        {
            handler(args);
        }
        finally
        {
            _thread = 0;
        }
    }

    public TResult Call<TArgs, TResult>(Func<TArgs, TResult> handler, TArgs args)
    {
        _thread = Environment.CurrentManagedThreadId;
        try
        {
            return handler(args);
        }
        finally
        {
            _thread = 0;
        }
    }
}
