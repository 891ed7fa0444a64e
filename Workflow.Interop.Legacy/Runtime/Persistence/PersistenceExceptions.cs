namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>A workflow instance cannot be saved or loaded: a value cannot be saved, its saved state is damaged or does not fit the workflow, or the store failed.</summary>
public class PersistenceException : Exception
{
    /// <summary>Makes an exception.</summary>
    public PersistenceException()
        : this("The workflow instance cannot be saved or loaded.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    public PersistenceException(string? message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Its cause.</param>
    public PersistenceException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}

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
        : this(instanceId, null)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">Its cause.</param>
    public WorkflowOwnershipException(Guid instanceId, Exception? innerException)
        : this($"Another runtime has the workflow instance '{instanceId}'; use it there, or wait until it is unloaded.", innerException) => InstanceId = instanceId;

    /// <summary>The instance; empty if it is not known.</summary>
    public Guid InstanceId { get; }
}
