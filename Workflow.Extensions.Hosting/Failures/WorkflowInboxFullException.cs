namespace Workflow.Extensions.Hosting;

/// <summary>Too many messages wait for the instance already, or too many bytes of them. Nothing was stored. The message can be sent again when the instance has taken others.</summary>
public sealed class WorkflowInboxFullException : WorkflowClientException
{
    internal WorkflowInboxFullException(WorkflowReference reference, Exception? innerException)
        : base($"The instance with the {reference} takes no more messages, because too many wait for it; send the message later.", innerException) => Reference = reference;

    /// <summary>The id or the key.</summary>
    public WorkflowReference Reference { get; }
}
