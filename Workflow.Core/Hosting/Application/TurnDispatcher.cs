using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>Brings an instance's turn to the thread that runs it, without the ambient values of whoever brings it (rule 16.1.1).</summary>
/// <remarks>For the owner of the turn, who has it no more when a method returns.</remarks>
internal static class TurnDispatcher
{
    private static readonly ContextCallback RunInline = static instance =>
    {
        // What the caller's context posts would wait for the caller.
        SynchronizationContext.SetSynchronizationContext(null);
        Turn.Begin((ApplicationInstance)instance!);
    };

    /// <summary>Begins the turn for what somebody brought: on his thread if the application wants that, else as <see cref="Call"/> does.</summary>
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
