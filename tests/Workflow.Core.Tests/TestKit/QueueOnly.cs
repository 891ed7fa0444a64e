using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Makes an executor put every item through the queue, as it does while something observes the items.</summary>
internal static class QueueOnly
{
    /// <summary>Prepares an instance that has just begun or was just loaded for <see cref="Lane.Slow"/>; does nothing in another lane.</summary>
    public static void Apply(WorkflowExecutor executor, Lane lane)
    {
        if (lane != Lane.Slow)
        {
            return;
        }

        executor.Queue.RequestQueueOnly();

        // A loaded instance would continue its shipped control flow by step programs; without them, its own methods continue it.
        foreach (Frame root in (IEnumerable<Frame>)[executor.State.Root!, .. executor.State.KnownScopes?.SecondaryRoots ?? []])
        {
            foreach (Frame frame in FrameTree.All(root))
            {
                frame.Flags &= ~InstanceFlags.IsStepping;
            }
        }
    }
}
