using System.Runtime.CompilerServices;
using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>Brings an instance's turn to the thread that runs it, without the ambient values of whoever brings it (rule 16.1).</summary>
/// <remarks>For the owner of the turn, who has it no more when a method returns.</remarks>
internal static class TurnDispatcher
{
    /// <summary>How many turns may run inside each other on one thread, whatever its stack holds.</summary>
    private const int MostNested = 16;

    private static readonly ContextCallback RunInline = static instance =>
    {
        // What the caller's context posts would wait for the caller.
        SynchronizationContext.SetSynchronizationContext(null);
        Turn.Begin((ApplicationInstance)instance!);
    };

    [ThreadStatic]
    private static int _nested;

    /// <summary>Begins the turn for what somebody brought: on his thread if the application wants that, else as <see cref="Call"/> does.</summary>
    public static void Begin(ApplicationInstance instance)
    {
        if (!instance.Setup.RunsInline || instance.Setup.Context is not null || _nested == MostNested || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            Call(instance);
            return;
        }

        _nested++;
        try
        {
            CleanContext.Run(RunInline, instance);
        }
        finally
        {
            _nested--;
        }
    }

    /// <summary>Begins the turn on a thread of the pool, or in the application's context.</summary>
    public static void Call(ApplicationInstance instance)
    {
        if (instance.Setup.Context is null)
        {
            // Not to the queue of this thread: it takes from there the last first, and two instances that go on resuming each other would keep it from all others.
            ThreadPool.UnsafeQueueUserWorkItem(instance, preferLocal: false);
        }
        else
        {
            PostedCall.Post(instance, () => Turn.Begin(instance));
        }
    }
}
