using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Makes the activities of workflows. A runtime has one; a custom one is added before the runtime is started.</summary>
public abstract class WorkflowLoaderService : WorkflowRuntimeService
{
    /// <summary>Makes the activities of a workflow, each time new and each time the same: saved instances are loaded with them. It is also called to validate the workflow. Any thread may call it.</summary>
    /// <param name="workflowType">The type of the workflow. It has a public constructor without parameters.</param>
    /// <returns>The root: an object of exactly this type that belongs to no workflow.</returns>
    protected internal abstract Activity CreateInstance(Type workflowType);
}

/// <summary>Calls the constructor of the workflow type. A runtime without another service uses it.</summary>
public class DefaultWorkflowLoaderService : WorkflowLoaderService
{
    /// <inheritdoc/>
    protected internal override Activity CreateInstance(Type workflowType)
    {
        ArgumentNullException.ThrowIfNull(workflowType);
        return (Activity)Activator.CreateInstance(workflowType, BindingFlags.Public | BindingFlags.Instance | BindingFlags.DoNotWrapExceptions, null, null, null)!;
    }
}
