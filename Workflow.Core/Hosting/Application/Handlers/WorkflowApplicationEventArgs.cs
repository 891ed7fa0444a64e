using Workflow.Hosting;

namespace Workflow;

/// <summary>The base class of the arguments of handlers of a <see cref="WorkflowApplication"/>. A handler may keep the object.</summary>
public class WorkflowApplicationEventArgs : EventArgs
{
    private readonly HostedInstance _instance;

    internal WorkflowApplicationEventArgs(HostedInstance instance) => _instance = instance;

    /// <summary>The id of the workflow instance.</summary>
    public Guid InstanceId => _instance.InstanceId;

    /// <summary>Returns the extensions of the instance that have a type, in the order in which they are looked up (rule 14.1).</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The extensions; empty if there are none.</returns>
    public IEnumerable<T> GetInstanceExtensions<T>()
        where T : class => _instance.FindExtensions<T>();
}
