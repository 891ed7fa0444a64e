namespace Workflow.Extensions.Hosting;

/// <summary>The awaited instance ended as faulted or canceled, so it has no result.</summary>
public sealed class WorkflowFailedException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowFailedException(Guid instanceId, string message, Exception? innerException = null)
        : base(message, innerException) => InstanceId = instanceId;

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; }
}
