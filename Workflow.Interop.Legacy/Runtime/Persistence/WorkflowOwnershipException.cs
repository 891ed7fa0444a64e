namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The exception that is thrown if another runtime has the workflow instance.</summary>
public class WorkflowOwnershipException : Exception
{
    /// <summary>Creates an exception.</summary>
    public WorkflowOwnershipException()
        : this(Guid.Empty)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowOwnershipException(string? message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public WorkflowOwnershipException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    public WorkflowOwnershipException(Guid instanceId)
        : this(instanceId, null, null)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="message">The message. If it is null, the message states that another runtime has the instance.</param>
    public WorkflowOwnershipException(Guid instanceId, string? message)
        : this(instanceId, message, null)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="message">The message. If it is null, the message states that another runtime has the instance.</param>
    /// <param name="innerException">The cause.</param>
    public WorkflowOwnershipException(Guid instanceId, string? message, Exception? innerException)
        : this(message ?? $"Another runtime has the workflow instance '{instanceId}'; use it there, or wait until it is unloaded.", innerException) =>
            InstanceId = instanceId;

    /// <summary>The id of the instance; empty if it is unknown.</summary>
    public Guid InstanceId { get; set; }
}
