namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What activities and their contexts need of the runtime that executes them.</summary>
internal abstract class ExecutionPort : IServiceProvider
{
    public abstract Guid InstanceId { get; }

    /// <summary>The activity whose step runs; the root between steps.</summary>
    public Activity Current { get; protected set; } = null!;

    /// <summary>Gets what the activities do; null if nothing does.</summary>
    public TrackingPort? Tracking { get; set; }

    public abstract void Execute(Activity child);

    public abstract void Cancel(Activity child);

    public abstract void Compensate(Activity activity);

    public abstract void Close(Activity activity);

    /// <summary>Prepares the activities of a new execution context.</summary>
    public abstract void Load(Activity contextRoot);

    /// <summary>Releases the activities of an execution context that is not needed any more.</summary>
    public abstract void Discard(Activity contextRoot);

    public abstract void Queue(WorkItem item);

    /// <summary>Suspends the instance before the next step.</summary>
    public abstract void Suspend(string? error);

    /// <summary>Terminates the instance before the next step.</summary>
    public abstract void Terminate(string? error);

    /// <summary>Creates and starts another instance.</summary>
    /// <returns>Its id.</returns>
    public abstract Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments);

    /// <summary>An activity whose class names locks has got the one for which it waited.</summary>
    public abstract void GoWithLock(Activity activity);

    /// <summary>Changes the definition of the instance.</summary>
    public abstract void ApplyChanges(WorkflowChanges changes);

    public abstract object? GetService(Type serviceType);
}
