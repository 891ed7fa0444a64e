namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Another runtime has the workflow instance.</summary>
public class WorkflowOwnershipException : Exception
{
    /// <summary>Makes an exception.</summary>
    public WorkflowOwnershipException()
        : this(Guid.Empty)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    public WorkflowOwnershipException(string? message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Its cause.</param>
    public WorkflowOwnershipException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="instanceId">The instance.</param>
    public WorkflowOwnershipException(Guid instanceId)
        : this(instanceId, null, null)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="message">What happened; null: that another runtime has the instance.</param>
    public WorkflowOwnershipException(Guid instanceId, string? message)
        : this(instanceId, message, null)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="message">What happened; null: that another runtime has the instance.</param>
    /// <param name="innerException">Its cause.</param>
    public WorkflowOwnershipException(Guid instanceId, string? message, Exception? innerException)
        : this(message ?? $"Another runtime has the workflow instance '{instanceId}'; use it there, or wait until it is unloaded.", innerException) => InstanceId = instanceId;

    /// <summary>The instance; empty if it is not known.</summary>
    public Guid InstanceId { get; set; }
}
