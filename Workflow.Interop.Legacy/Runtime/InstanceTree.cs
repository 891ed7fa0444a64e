using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The activity tree of an instance, and the objects that run and save it. An instance that is reset to a checkpoint gets a new body.</summary>
internal sealed class InstanceTree
{
    /// <param name="instance">The instance.</param>
    /// <param name="root">The root of the tree.</param>
    /// <param name="gate">The gate of the instance.</param>
    /// <param name="batch">The pending work of the instance.</param>
    /// <param name="tracker">The tracker of the tree that this tree replaces; null for the first tree.</param>
    public InstanceTree(LoadedInstance instance, Activity root, InstanceMutex gate, WorkBatch batch, InstanceTracker? tracker)
    {
        Root = root;
        Executor = (ActivityExecutor?)root.Runtime.Port ?? new ActivityExecutor(root, instance.InstanceId, instance.Runtime);
        Executor.Tracking = InstanceTracker.Attach(tracker, instance.Runtime, root, instance.InstanceId, batch);
        Timers = new InstanceTimers(root, instance);
        Exit = new InstanceShutdown(instance, this, gate, batch);
        Executor.Persist = Exit.Point.HasService ? transaction => Exit.Save(isIdle: false, unlock: false, transaction) : null;
        Executor.Transactions.Connect(batch, () => instance.TryRequest(new InstanceRequest(InstanceChange.TransactionAborted), isOptional: true));
    }

    public Activity Root { get; }

    public ActivityExecutor Executor { get; }

    public InstanceTimers Timers { get; }

    public InstanceShutdown Exit { get; }
}
