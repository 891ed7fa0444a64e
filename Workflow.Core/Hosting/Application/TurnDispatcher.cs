using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>Moves the turn of an instance to the thread that runs it, without the ambient values of the caller (rule 16.1.1).</summary>
/// <remarks>Only the owner of the turn may call it. After the return another thread may own the turn, so the caller must not touch the instance.</remarks>
internal static class TurnDispatcher
{
    private static readonly ContextCallback RunInline = static instance =>
    {
        // With the context of the caller, posts by activities would run only after the caller has returned, and the caller may wait for them.
        SynchronizationContext.SetSynchronizationContext(null);
        Turn.Begin((ApplicationInstance)instance!);
    };

    /// <summary>
    /// Begins the turn of a caller that posted an operation: on the thread of the caller if the application runs inline, otherwise as <see cref="Call"/>
    /// does.
    /// </summary>
    public static void Begin(ApplicationInstance instance)
    {
        if (!instance.Setup.RunsInline || instance.Setup.Context is not null || !InlineDepth.TryEnter())
        {
            Call(instance);
            return;
        }

        try
        {
            SuppressedFlow.Run(RunInline, instance);
        }
        finally
        {
            InlineDepth.Leave();
        }
    }

    /// <summary>Begins the turn on a thread of the pool, or in the context of the application.</summary>
    public static void Call(ApplicationInstance instance)
    {
        if (instance.Setup.Context is not { } context)
        {
            // Not the local queue of this thread, which runs the last item first: two instances that keep resuming each other would starve all other items
            // in it.
            ThreadPool.UnsafeQueueUserWorkItem(instance, preferLocal: false);
        }
        else
        {
            Post(context, instance);
        }
    }

    private static void Post(SynchronizationContext context, ApplicationInstance instance) =>
        PostedCall.Post(context, () => Turn.Begin(instance), instance.AbortFor);
}
