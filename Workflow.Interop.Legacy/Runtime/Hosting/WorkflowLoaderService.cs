using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Creates the activities of workflows. A runtime has one such service; a custom service must be added before the runtime is started.</summary>
public abstract class WorkflowLoaderService : WorkflowRuntimeService
{
    /// <summary>
    /// Creates the activities of a workflow. Each call must return new activities with the same structure, because saved instances are loaded with them. Also
    /// called to validate the workflow. Any thread can call the method.
    /// </summary>
    /// <param name="workflowType">The type of the workflow. It has a public parameterless constructor.</param>
    /// <returns>The root activity: an object of exactly this type that belongs to no workflow.</returns>
    protected internal abstract Activity CreateInstance(Type workflowType);
}

/// <summary>Calls the constructor of the workflow type. A runtime without another service uses it.</summary>
public class DefaultWorkflowLoaderService : WorkflowLoaderService
{
    /// <inheritdoc/>
    protected internal override Activity CreateInstance(Type workflowType)
    {
        ArgumentNullException.ThrowIfNull(workflowType);
        return (Activity)Activator.CreateInstance(
            workflowType, BindingFlags.Public | BindingFlags.Instance | BindingFlags.DoNotWrapExceptions, null, null, null)!;
    }
}
