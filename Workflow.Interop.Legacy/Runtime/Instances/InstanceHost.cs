using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The operations of the runtime that one instance in memory uses: the scheduler, the events of the runtime, and the registration.</summary>
internal abstract class InstanceHost
{
    public abstract Guid InstanceId { get; }

    public abstract WorkflowDefinition Definition { get; }

    /// <summary>The host of the executors of the instance.</summary>
    public abstract ExecutorHost Executors { get; }

    /// <summary>Saves the instance.</summary>
    public abstract SavePort Saving { get; }

    /// <summary>The tracking services.</summary>
    public abstract IReadOnlyList<TrackingChannelSource> Tracking { get; }

    /// <summary>Calls back once on a thread of the scheduler.</summary>
    public abstract void Schedule(Action run);

    /// <summary>Calls back at the specified time on a thread of the scheduler. Replaces the previous timer of the instance.</summary>
    public abstract void Schedule(Action run, DateTime whenUtc);

    public abstract void CancelTimer();

    /// <summary>Removes an object that represented the instance in memory from the runtime.</summary>
    public abstract void Forget(ActiveInstance instance);

    /// <summary>Removes the object that represented the instance in memory from the handle of the application.</summary>
    public abstract void Detach();

    /// <summary>Loads the instance again, and passes a request to it.</summary>
    public abstract void Repeat(InstanceRequest request);

    /// <summary>Raises the event of the runtime for a change.</summary>
    public abstract void Notify(InstanceChange change);

    public abstract void NotifySuspended(string? error);

    public abstract void NotifyCompleted(Dictionary<string, object?> outputs);

    public abstract void NotifyTerminated(Exception exception);

    /// <summary>Reports an exception that no caller receives.</summary>
    public abstract void Report(Exception exception);

    /// <summary>Calls application code, and reports its exceptions, because no caller receives them.</summary>
    public void Guard(Action call) => Executors.Guard(call, InstanceId);
}
