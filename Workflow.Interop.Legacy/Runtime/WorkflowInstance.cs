using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// A workflow instance of a <see cref="Runtime.WorkflowRuntime"/>. All members are safe for all threads. Suspend, Terminate and Abort take effect before the next
/// step if another thread runs a step at that time, or if a step of this instance calls them. All members but Unload load an instance that is unloaded, and throw what
/// <see cref="WorkflowRuntime.GetWorkflow"/> throws if that is not possible. Two objects are equal if they are about the same instance.
/// </summary>
public sealed class WorkflowInstance : IEquatable<WorkflowInstance>
{
    private LoadedInstance? _loaded;

    internal WorkflowInstance(WorkflowRuntime runtime, WorkflowDefinition definition, Guid instanceId)
    {
        WorkflowRuntime = runtime;
        Definition = definition;
        InstanceId = instanceId;
    }

    /// <summary>The id.</summary>
    public Guid InstanceId { get; }

    /// <summary>The runtime that has it.</summary>
    public WorkflowRuntime WorkflowRuntime { get; }

    internal WorkflowDefinition Definition { get; }

    internal Activity Root => Loaded.Root;

    private LoadedInstance Loaded => InMemory ?? WorkflowRuntime.Load(InstanceId, this);

    /// <summary>Another thread may have unloaded it before it was attached.</summary>
    private LoadedInstance? InMemory => Volatile.Read(ref _loaded) is { IsUnloaded: false } loaded ? loaded : WorkflowRuntime.Find(InstanceId);

    /// <summary>Whether two objects are about the same instance.</summary>
    /// <param name="other">The other one; null is not equal.</param>
    public bool Equals(WorkflowInstance? other) => other is not null && other.InstanceId == InstanceId && ReferenceEquals(other.WorkflowRuntime, WorkflowRuntime);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as WorkflowInstance);

    /// <inheritdoc/>
    public override int GetHashCode() => InstanceId.GetHashCode();

    /// <summary>Starts the workflow: the scheduler runs it.</summary>
    /// <exception cref="InvalidOperationException">It was started before, or it has ended.</exception>
    public void Start()
    {
        while (!Loaded.TryStart())
        {
            // It was unloaded in between: the next turn loads it.
        }
    }

    /// <summary>Stops the workflow between two steps until <see cref="Resume"/>.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">It has not been started, or it has ended.</exception>
    public void Suspend(string error) => Request(new InstanceRequest(InstanceChange.Suspended, error));

    /// <summary>Continues a suspended workflow. If it is not suspended, nothing happens.</summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Resume() => Request(new InstanceRequest(InstanceChange.Resumed));

    /// <summary>Ends the workflow with a <see cref="WorkflowTerminatedException"/>. Its activities are not canceled.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Terminate(string error) => Request(new InstanceRequest(InstanceChange.Terminated, error));

    /// <summary>
    /// Throws away what the instance has done since it was saved last, and its pending work. With a persistence service, the instance goes on from the last save when it is
    /// loaded; an instance that was never saved has ended. Its activities are not canceled.
    /// </summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Abort() => Request(new InstanceRequest(InstanceChange.Aborted));

    /// <summary>Loads the instance if it is unloaded. It goes on if it has steps to run, or timers that are due.</summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has it.</exception>
    /// <exception cref="PersistenceException">It cannot be loaded.</exception>
    public void Load() => Loaded.CheckIsHere();

    /// <summary>Saves the instance and removes it from the memory, after the step that runs now. The caller waits. An instance that is unloaded stays so.</summary>
    /// <exception cref="InvalidOperationException">The runtime has no persistence service, the instance has ended, or a step of the instance calls it.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has it; it was aborted here.</exception>
    /// <exception cref="PersistenceException">It could not be saved, and goes on in the memory.</exception>
    public void Unload() => _ = TryUnload(waits: true);

    /// <summary>As <see cref="Unload"/>, if the instance waits, is suspended or is not started.</summary>
    /// <returns>Whether it is unloaded now.</returns>
    /// <exception cref="InvalidOperationException">The runtime has no persistence service, the instance has ended, or a step of the instance calls it.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has it; it was aborted here.</exception>
    /// <exception cref="PersistenceException">It could not be saved, and goes on in the memory.</exception>
    public bool TryUnload() => TryUnload(waits: false);

    /// <summary>Sends an item to a queue. It is in the queue as soon as no step of the instance runs.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <param name="pendingWork">Work that is done with the next save of the instance, or null.</param>
    /// <param name="workItem">What is to do; not null if there is pending work.</param>
    /// <exception cref="ArgumentNullException">There is pending work without an item for it.</exception>
    /// <exception cref="InvalidOperationException">The instance has ended, or there is no such queue, or it is not enabled.</exception>
    public void EnqueueItem(IComparable queueName, object? item, IPendingWork? pendingWork, object? workItem) =>
        Send(InstanceChange.ItemSent, queueName, item, pendingWork, workItem);

    /// <summary>As <see cref="EnqueueItem"/>, but the item is in the queue only when the instance has no step to run.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <param name="pendingWork">Work that is done with the next save of the instance, or null.</param>
    /// <param name="workItem">What is to do; not null if there is pending work.</param>
    /// <exception cref="ArgumentNullException">There is pending work without an item for it.</exception>
    /// <exception cref="InvalidOperationException">The instance has ended, or there is no such queue, or it is not enabled.</exception>
    public void EnqueueItemOnIdle(IComparable queueName, object? item, IPendingWork? pendingWork, object? workItem) =>
        Send(InstanceChange.ItemSentOnIdle, queueName, item, pendingWork, workItem);

    /// <summary>A new tree of the workflow's activities that does not run, with the changes that were applied to this instance.</summary>
    /// <exception cref="WorkflowOwnershipException">The instance is unloaded, and another runtime has it.</exception>
    /// <exception cref="PersistenceException">The instance is unloaded, and cannot be loaded.</exception>
    public Activity GetWorkflowDefinition() => (Volatile.Read(ref _loaded) ?? Loaded).Root is CompositeActivity { History: { } history } ? history.NewTree() : Definition.NewTree(null);

    /// <summary>Changes the definition of this instance. It stays as it is if the changes are refused. While a step of the instance runs on another thread, or a transaction scope, the caller waits.</summary>
    /// <param name="workflowChanges">The changes. They can be applied once.</param>
    /// <exception cref="ComponentModel.Compiler.WorkflowValidationFailedException">The workflow would not be valid, or an activity cannot change now; all problems are listed.</exception>
    /// <exception cref="InvalidOperationException">
    /// The instance has ended or is about to, its definition is another one than that of the changes, the condition of the workflow does not hold, the caller runs in a transaction scope of the
    /// instance, or a new activity cannot be saved.
    /// </exception>
    public void ApplyWorkflowChanges(WorkflowChanges workflowChanges)
    {
        ArgumentNullException.ThrowIfNull(workflowChanges);
        while (!Loaded.TryChange(workflowChanges))
        {
            // It was unloaded in between: the next turn loads it.
        }
    }

    /// <summary>
    /// Asks the tracking services of the runtime for profiles of this instance alone, which it keeps when it is saved. Takes effect before the next step if another thread runs
    /// the instance.
    /// </summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void ReloadTrackingProfiles() => Request(new InstanceRequest(InstanceChange.ProfilesReloaded));

    /// <summary>The queues, as they are now.</summary>
    public ReadOnlyCollection<WorkflowQueueInfo> GetWorkflowQueueData() => new(Loaded.Queuing.Describe());

    /// <summary>The time in UTC at which the next timer is due; the maximum value if there is none.</summary>
    public DateTime GetWorkflowNextTimerExpiration() => Loaded.NextTimer?.ExpiresAt ?? DateTime.MaxValue;

    /// <summary>The instance is in the memory, or has left it.</summary>
    internal void Attach(LoadedInstance? loaded) => Volatile.Write(ref _loaded, loaded);

    private bool TryUnload(bool waits)
    {
        if (WorkflowRuntime.Persistence is null)
        {
            throw new InvalidOperationException($"The workflow instance '{InstanceId}' cannot be unloaded: the runtime has no persistence service; add one before it is started.");
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

        if (Loaded is { IsLoaded: true } loaded)
        {
            loaded.Queuing.GetWorkflowQueue(queueName).CheckEnabled();
        }

        Request(new InstanceRequest(change) { QueueName = queueName, Item = item, Work = pendingWork, WorkItem = workItem });
    }

    private void Request(InstanceRequest request)
    {
        while (!Loaded.TryRequest(request))
        {
            // It was unloaded in between: the next turn loads it.
        }
    }
}
