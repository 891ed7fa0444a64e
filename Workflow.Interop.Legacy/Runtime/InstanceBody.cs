using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A tree of activities with what runs and saves it. An instance that goes back to a checkpoint gets another one.</summary>
internal sealed class InstanceBody
{
    public InstanceBody(LoadedInstance instance, Activity root, InstanceGate gate, WorkBatch batch)
    {
        Root = root;
        Executor = (ActivityExecutor?)root.Runtime.Port ?? new ActivityExecutor(root, instance.InstanceId, instance.Runtime);
        Timers = new InstanceTimers(root, instance);
        Exit = new InstanceExit(instance, this, gate, batch);
        Executor.Persist = Exit.Point.HasService ? transaction => Exit.Save(isIdle: false, unlock: false, transaction) : null;
        Executor.Transactions.Connect(batch, () => instance.TryRequest(new InstanceRequest(InstanceChange.TransactionAborted), isOptional: true));
    }

    public Activity Root { get; }

    public ActivityExecutor Executor { get; }

    public InstanceTimers Timers { get; }

    public InstanceExit Exit { get; }
}
