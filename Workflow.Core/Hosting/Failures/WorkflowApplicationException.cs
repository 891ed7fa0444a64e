namespace Workflow;

/// <summary>A workflow instance could not do what was asked of it, or ended in an unusual way.</summary>
public class WorkflowApplicationException : Exception
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationException()
        : base("The workflow instance failed.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public WorkflowApplicationException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public WorkflowApplicationException(string? message, Guid instanceId)
        : base(message) => InstanceId = instanceId;

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationException(string? message, Guid instanceId, Exception? innerException)
        : base(message, innerException) => InstanceId = instanceId;

    /// <summary>The instance; empty when it is not known.</summary>
    public Guid InstanceId { get; }
}
