using Workflow.Hosting;

namespace Workflow;

/// <summary>What a handler of a <see cref="WorkflowApplication"/> gets. May be kept.</summary>
public class WorkflowApplicationEventArgs : EventArgs
{
    private readonly ApplicationInstance _instance;

    internal WorkflowApplicationEventArgs(ApplicationInstance instance) => _instance = instance;

    /// <summary>The id of the workflow instance.</summary>
    public Guid InstanceId => _instance.InstanceId;

    /// <summary>The extensions of the instance that are of a type, in the order in which they are looked up (rule 14.1).</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The extensions; empty for none.</returns>
    public IEnumerable<T> GetInstanceExtensions<T>()
        where T : class => _instance.FindExtensions<T>();
}
