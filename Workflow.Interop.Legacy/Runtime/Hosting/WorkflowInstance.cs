using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// A workflow instance of a <see cref="Runtime.WorkflowRuntime"/>. All members are thread-safe. Suspend, Terminate and Abort take effect before the next step
/// if another thread runs a step at that time, or if a step of this instance calls them. All members except Unload and TryUnload load an unloaded instance, and
/// throw the exceptions of <see cref="WorkflowRuntime.GetWorkflow"/> if it cannot be loaded. Two objects are equal if they represent the same instance.
/// </summary>
public sealed class WorkflowInstance : IEquatable<WorkflowInstance>
{
    private ActiveInstance? _loaded;

    internal WorkflowInstance(WorkflowRuntime runtime, WorkflowDefinition definition, Guid instanceId)
    {
        WorkflowRuntime = runtime;
        Definition = definition;
        InstanceId = instanceId;
    }

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>The runtime to which the instance belongs.</summary>
    public WorkflowRuntime WorkflowRuntime { get; }

    internal WorkflowDefinition Definition { get; }

    internal Activity Root => Loaded.Tree.Root;

    private ActiveInstance Loaded => InMemory ?? WorkflowRuntime.Load(InstanceId, this);

    /// <summary>
    /// The instance in memory, or null. Another thread can unload the instance before this object is attached to it, so the runtime is asked, too.
    /// </summary>
    private ActiveInstance? InMemory => Volatile.Read(ref _loaded) is { IsUnloaded: false } loaded ? loaded : WorkflowRuntime.Find(InstanceId);

    /// <summary>Returns true if two objects represent the same instance.</summary>
    /// <param name="other">The other object. Null is not equal.</param>
    public bool Equals(WorkflowInstance? other) =>
        other is not null && other.InstanceId == InstanceId && ReferenceEquals(other.WorkflowRuntime, WorkflowRuntime);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as WorkflowInstance);

    /// <inheritdoc/>
    public override int GetHashCode() => InstanceId.GetHashCode();

    /// <summary>Starts the workflow. The scheduler runs it.</summary>
    /// <exception cref="InvalidOperationException">The instance was started before, or has ended.</exception>
    public void Start()
    {
        while (!Loaded.TryStart())
        {
            // The instance was unloaded meanwhile. The next iteration loads it.
        }
    }

    /// <summary>Stops the workflow between two steps until <see cref="Resume"/>.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">The instance has not been started, or has ended.</exception>
    public void Suspend(string error) => Request(new InstanceRequest(InstanceChange.Suspended, error));

    /// <summary>Continues a suspended workflow. Does nothing if the workflow is not suspended.</summary>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void Resume() => Request(new InstanceRequest(InstanceChange.Resumed));

    /// <summary>Ends the workflow with a <see cref="WorkflowTerminatedException"/>. Its activities are not canceled.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void Terminate(string error) => Request(new InstanceRequest(InstanceChange.Terminated, error));

    /// <summary>
    /// Discards what the instance has done since its last save, and its pending work. With a persistence service, the instance continues from its last save
    /// when it is loaded. An instance that was never saved has ended. Its activities are not canceled.
    /// </summary>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void Abort() => Request(new InstanceRequest(InstanceChange.Aborted));

    /// <summary>Loads the instance if it is unloaded. It continues if it has steps to run, or timers that are due.</summary>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has the instance.</exception>
    /// <exception cref="PersistenceException">The instance cannot be loaded.</exception>
    public void Load() => Loaded.CheckNotEnded();

    /// <summary>Saves the instance and removes it from memory, after the current step. Blocks the caller. Does nothing if the instance is unloaded.</summary>
    /// <exception cref="InvalidOperationException">The runtime has no persistence service, the instance has ended, or a step of the instance calls the
    /// method.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has the instance, and this runtime has aborted it.</exception>
    /// <exception cref="PersistenceException">The instance could not be saved, and continues in memory.</exception>
    public void Unload() => _ = TryUnload(waits: true);

    /// <summary>Unloads the instance as <see cref="Unload"/> does, but only if it waits, is suspended or has not been started.</summary>
    /// <returns>True if the instance is unloaded.</returns>
    /// <exception cref="InvalidOperationException">The runtime has no persistence service, the instance has ended, or a step of the instance calls the
    /// method.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has the instance, and this runtime has aborted it.</exception>
    /// <exception cref="PersistenceException">The instance could not be saved, and continues in memory.</exception>
    public bool TryUnload() => TryUnload(waits: false);

    /// <summary>Sends an item to a queue. The item is added to the queue as soon as no step of the instance runs.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <param name="pendingWork">Work that is performed with the next save of the instance, or null.</param>
    /// <param name="workItem">The item of work. Must not be null if there is pending work.</param>
    /// <exception cref="ArgumentNullException">There is pending work without an item of work.</exception>
    /// <exception cref="InvalidOperationException">The instance has ended, there is no such queue, or the queue is not enabled.</exception>
    public void EnqueueItem(IComparable queueName, object? item, IPendingWork? pendingWork, object? workItem) =>
        Send(InstanceChange.ItemSent, queueName, item, pendingWork, workItem);

    /// <summary>Sends an item as <see cref="EnqueueItem"/> does, but the item is added to the queue only when the instance has no step to run.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <param name="pendingWork">Work that is performed with the next save of the instance, or null.</param>
    /// <param name="workItem">The item of work. Must not be null if there is pending work.</param>
    /// <exception cref="ArgumentNullException">There is pending work without an item of work.</exception>
    /// <exception cref="InvalidOperationException">The instance has ended, there is no such queue, or the queue is not enabled.</exception>
    public void EnqueueItemOnIdle(IComparable queueName, object? item, IPendingWork? pendingWork, object? workItem) =>
        Send(InstanceChange.ItemSentOnIdle, queueName, item, pendingWork, workItem);

    /// <summary>Creates a tree of the workflow's activities that does not run, with the changes that were applied to this instance.</summary>
    /// <exception cref="WorkflowOwnershipException">The instance is unloaded, and another runtime has it.</exception>
    /// <exception cref="PersistenceException">The instance is unloaded, and cannot be loaded.</exception>
    public Activity GetWorkflowDefinition() => (Volatile.Read(ref _loaded) ?? Loaded).Tree.Root is CompositeActivity { Runtime.Origin: { } origin }
        ? origin.NewTree()
        : Definition.NewTree(null);

    /// <summary>
    /// Changes the definition of this instance. If the changes are refused, the instance does not change. The caller waits while a step of the instance runs on
    /// another thread, or while a transaction scope runs.
    /// </summary>
    /// <param name="workflowChanges">The changes. They can be applied once.</param>
    /// <exception cref="ComponentModel.Compiler.WorkflowValidationFailedException">The modified workflow is not valid, or an activity cannot change now. The
    /// exception lists all problems.</exception>
    /// <exception cref="InvalidOperationException">
    /// The instance has ended or is about to end, its definition is not the one for which the changes were made, the condition of the workflow is not true, the
    /// caller runs in a transaction scope of the instance, or a new activity cannot be saved.
    /// </exception>
    public void ApplyWorkflowChanges(WorkflowChanges workflowChanges)
    {
        ArgumentNullException.ThrowIfNull(workflowChanges);
        while (!Loaded.TryChange(workflowChanges))
        {
            // The instance was unloaded meanwhile. The next iteration loads it.
        }
    }

    /// <summary>
    /// Asks the tracking services of the runtime for profiles that apply only to this instance. The instance keeps these profiles when it is saved. Takes
    /// effect before the next step if another thread runs the instance.
    /// </summary>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void ReloadTrackingProfiles() => Request(new InstanceRequest(InstanceChange.ProfilesReloaded));

    /// <summary>Returns a snapshot of the queues.</summary>
    public ReadOnlyCollection<WorkflowQueueInfo> GetWorkflowQueueData() => new(Loaded.Queuing.Describe());

    /// <summary>Returns the time in UTC at which the next timer is due; the maximum value if there is none.</summary>
    public DateTime GetWorkflowNextTimerExpiration() => Loaded.NextTimer?.ExpiresAt ?? DateTime.MaxValue;

    /// <summary>Sets the object that represents the instance in memory; null if the instance has left memory.</summary>
    internal void Attach(ActiveInstance? loaded) => Volatile.Write(ref _loaded, loaded);

    private bool TryUnload(bool waits)
    {
        if (WorkflowRuntime.Persistence is null)
        {
            throw new InvalidOperationException(
                $"The workflow instance '{InstanceId}' cannot be unloaded: the runtime has no persistence service; add one before it is started.");
        }

        return InMemory is not { } loaded || loaded.TryUnload(waits);
    }

    private void Send(InstanceChange change, IComparable queueName, object? item, IPendingWork? pendingWork, object? workItem)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        if (pendingWork is not null)
        {
            ArgumentNullException.ThrowIfNull(workItem);
        }

        if (Loaded is { IsInMemory: true } loaded)
        {
            loaded.Queuing.GetWorkflowQueue(queueName).CheckEnabled();
        }

        Request(new InstanceRequest(change) { QueueName = queueName, Item = item, Work = pendingWork, PendingItem = workItem });
    }

    private void Request(InstanceRequest request)
    {
        while (!Loaded.TryRequest(request))
        {
            // The instance was unloaded meanwhile. The next iteration loads it.
        }
    }
}
