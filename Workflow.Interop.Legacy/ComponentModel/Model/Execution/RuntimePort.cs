namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The operations of the runtime that activities and their contexts use.</summary>
internal abstract class RuntimePort : IServiceProvider
{
    public abstract Guid InstanceId { get; }

    /// <summary>The activity whose step runs; the root between steps.</summary>
    public Activity Current { get; protected set; } = null!;

    /// <summary>Receives the actions of the activities; null if the instance is not tracked.</summary>
    public TrackingPort? Tracking { get; set; }

    public abstract void Execute(Activity child);

    public abstract void Cancel(Activity child);

    public abstract void Compensate(Activity activity);

    public abstract void Close(Activity activity);

    /// <summary>Prepares the activities of a new execution context.</summary>
    public abstract void Load(Activity contextRoot);

    /// <summary>Releases the activities of an execution context that is no longer needed.</summary>
    public abstract void Discard(Activity contextRoot);

    public abstract void Queue(QueuedStep item);

    /// <summary>Suspends the instance before the next step.</summary>
    public abstract void Suspend(string? error);

    /// <summary>Terminates the instance before the next step.</summary>
    public abstract void Terminate(string? error);

    /// <summary>Creates and starts another instance.</summary>
    /// <returns>The id of the new instance.</returns>
    public abstract Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments);

    /// <summary>Continues an activity whose class names locks, after the activity has acquired the lock for which it waited.</summary>
    public abstract void ContinueWithLock(Activity activity);

    /// <summary>Changes the definition of the instance.</summary>
    public abstract void ApplyChanges(WorkflowChanges changes);

    public abstract object? GetService(Type serviceType);
}
