using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The services and operations that an executor gets from its host, which is a <c>WorkflowRuntime</c> or an <c>Interop</c> activity.</summary>
internal abstract class ExecutorHost : IServiceProvider
{
    /// <summary>The clock of the host.</summary>
    public abstract TimeProvider Time { get; }

    /// <summary>A snapshot of the services to which saved state can refer. The array does not change.</summary>
    public abstract object[] Services { get; }

    /// <summary>True if the definitions of instances can change.</summary>
    public virtual bool AllowsChanges => true;

    /// <summary>Returns a service for activities, or null if there is none.</summary>
    public abstract object? GetService(Type serviceType);

    /// <summary>Returns the type with the specified name that the application has provided, or null.</summary>
    public abstract Type? FindType(string name);

    /// <summary>Calls application code, and contains its exceptions, because no caller receives them.</summary>
    public abstract void Guard(Action call, Guid instanceId);

    /// <summary>Prepares a transaction in which the instance will be saved. Called before the transaction begins. The base class does nothing.</summary>
    public virtual void PrepareTransaction(Activity root)
    {
    }

    /// <summary>Suspends an instance before its next step.</summary>
    public abstract void Suspend(Guid instanceId, string? error);

    /// <summary>Terminates an instance before its next step.</summary>
    public abstract void Terminate(Guid instanceId, string? error);

    /// <summary>Creates and starts another instance.</summary>
    /// <returns>The id of the new instance.</returns>
    public abstract Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments, Activity caller);

    /// <summary>Changes the definition of the instance of an executor.</summary>
    public abstract void ApplyChanges(ActivityExecutor executor, WorkflowChanges changes);
}
