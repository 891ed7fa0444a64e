using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>Takes an instance's turn to the thread that is to run it, without the ambient values of the caller (rule 16.1.1).</summary>
/// <remarks>For the owner of the turn. When a method returns, another thread may own it: nothing of the instance is touched then.</remarks>
internal static class TurnDispatcher
{
    private static readonly ContextCallback RunInline = static instance =>
    {
        // In the caller's context, what activities post would run only after the caller has returned, which may wait for it.
        SynchronizationContext.SetSynchronizationContext(null);
        Turn.Begin((ApplicationInstance)instance!);
    };

    /// <summary>Begins the turn of a caller that posted an operation: on the caller's thread if the application is set so, else as <see cref="Call"/> does.</summary>
    public static void Begin(ApplicationInstance instance)
    {
        if (!instance.Setup.RunsInline || instance.Setup.Context is not null || !InlineTurns.TryEnter())
        {
            Call(instance);
            return;
        }

        try
        {
            CleanContext.Run(RunInline, instance);
        }
        finally
        {
            InlineTurns.Leave();
        }
    }

    /// <summary>Begins the turn on a thread of the pool, or in the application's context.</summary>
    public static void Call(ApplicationInstance instance)
    {
        if (instance.Setup.Context is not { } context)
        {
            // Not to the queue of this thread: it takes from there the last first, and two instances that go on resuming each other would keep it from all others.
            ThreadPool.UnsafeQueueUserWorkItem(instance, preferLocal: false);
        }
        else
        {
            Post(context, instance);
        }
    }

    private static void Post(SynchronizationContext context, ApplicationInstance instance) => PostedCall.Post(context, () => Turn.Begin(instance), instance.AbortFor);
}
