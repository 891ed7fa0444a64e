using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The activity tree of an instance, and the objects that run and save it. An instance that is reset to a checkpoint gets a new tree.</summary>
internal sealed class InstanceTree
{
    /// <param name="instance">The instance.</param>
    /// <param name="root">The root of the tree.</param>
    /// <param name="turn">The turn of the instance.</param>
    /// <param name="batch">The pending work of the instance.</param>
    /// <param name="tracker">The tracker of the tree that this tree replaces; null for the first tree.</param>
    public InstanceTree(ActiveInstance instance, Activity root, InstanceTurn turn, WorkBatch batch, InstanceTracker? tracker)
    {
        InstanceHost host = instance.Host;
        Root = root;
        Executor = (ActivityExecutor?)root.Runtime.Port ?? new ActivityExecutor(root, host.InstanceId, host.Executors);
        Executor.Tracking = InstanceTracker.Attach(tracker, host.Tracking, Executor, batch);
        Timers = new InstanceTimers(root, host, instance.OnTimerDue);
        Shutdown = new InstanceShutdown(instance, this, turn, batch);
        Executor.Persist = host.Saving.HasService ? transaction => Shutdown.Save(isIdle: false, unlock: false, transaction) : null;
        Executor.Transactions.Connect(
            batch,
            () => instance.TryRequest(new InstanceRequest(InstanceChange.TransactionAborted), isOptional: true),
            InstanceSnapshot.WriteCheckpoint);
    }

    public Activity Root { get; }

    public ActivityExecutor Executor { get; }

    public InstanceTimers Timers { get; }

    public InstanceShutdown Shutdown { get; }
}
