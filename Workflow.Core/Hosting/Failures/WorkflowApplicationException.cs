namespace Workflow;

/// <summary>Indicates that a workflow instance could not perform the requested operation, or ended in an unusual way.</summary>
public class WorkflowApplicationException : Exception
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationException()
        : base("The workflow instance failed.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowApplicationException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    public WorkflowApplicationException(string? message, Guid instanceId)
        : base(message) => InstanceId = instanceId;

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationException(string? message, Guid instanceId, Exception? innerException)
        : base(message, innerException) => InstanceId = instanceId;

    /// <summary>The id of the instance; empty if it is not known.</summary>
    public Guid InstanceId { get; }
}
