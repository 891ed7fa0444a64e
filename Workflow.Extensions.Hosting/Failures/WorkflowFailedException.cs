namespace Workflow.Extensions.Hosting;

/// <summary>The instance that a caller waited for has ended as faulted or canceled, so that it has no result.</summary>
public sealed class WorkflowFailedException : WorkflowClientException
{
    internal WorkflowFailedException(string message, Guid instanceId, Exception? innerException = null)
        : base(message, innerException) => InstanceId = instanceId;

    /// <summary>The instance.</summary>
    public Guid InstanceId { get; }
}
