using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>Moves the turn of an instance to the thread that runs it, without the ambient values of the caller (rule 16.1.1).</summary>
/// <remarks>Only the owner of the turn may call it. After the return another thread may own the turn, so the caller must not touch the instance.</remarks>
internal readonly ref struct TurnDispatcher(HostedInstance instance)
{
    private static readonly ContextCallback RunInline = static instance =>
    {
        // With the context of the caller, posts by activities would run only after the caller has returned, and the caller may wait for them.
        SynchronizationContext.SetSynchronizationContext(null);
        ((HostedInstance)instance!).BeginTurn();
    };

    /// <summary>
    /// Begins the turn of a caller that posted an operation: on the thread of the caller if the application runs inline, otherwise as <see cref="Queue"/>
    /// does.
    /// </summary>
    public void Begin()
    {
        ApplicationSettings settings = instance.Settings;
        if (!settings.RunsInline || settings.Context is not null || !InlineDepth.TryEnter())
        {
            Queue();
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
    public void Queue()
    {
        if (instance.Settings.Context is { } context)
        {
            Post(context, instance);
        }
        else
        {
            // Not the local queue of this thread, which runs the last item first: two instances that keep resuming each other would starve all other items
            // in it.
            ThreadPool.UnsafeQueueUserWorkItem(instance, preferLocal: false);
        }
    }

    /// <summary>Posts the turn. A separate method, because the closure is allocated at the entry of its method, even without a context.</summary>
    private static void Post(SynchronizationContext context, HostedInstance instance) => PostedCall.Post(context, instance.BeginTurn, instance.AbortFor);
}
