namespace Workflow.Extensions.Hosting;

/// <summary>The awaited instance ended as faulted or canceled, so it has no result.</summary>
public sealed class WorkflowFailedException : WorkflowClientException
{
    internal WorkflowFailedException(string message, Guid instanceId, Exception? innerException = null)
        : base(message, innerException) => InstanceId = instanceId;

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; }
}
