namespace Workflow.Extensions.Hosting;

/// <summary>
/// Too many messages, or too many bytes of messages, already wait for the instance. Nothing was stored. Send the message again when the instance has consumed
/// others.
/// </summary>
public sealed class WorkflowInboxFullException : WorkflowClientException
{
    internal WorkflowInboxFullException(WorkflowReference reference, Exception? innerException)
        : base($"The instance with the {reference} takes no more messages, because too many wait for it; send the message later.", innerException) =>
        Reference = reference;

    /// <summary>The id or the key of the instance.</summary>
    public WorkflowReference Reference { get; }
}
