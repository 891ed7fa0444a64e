namespace Workflow.Extensions.Hosting;

/// <summary>
/// Too many messages, or too many bytes of messages, already wait for the instance. Nothing was stored. Send the message again when the instance has consumed
/// others.
/// </summary>
public sealed class WorkflowInboxFullException : WorkflowClientException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="reference">The id or the key of the instance.</param>
    /// <param name="innerException">The cause; null, the default, for none.</param>
    public WorkflowInboxFullException(WorkflowReference reference, Exception? innerException = null)
        : base($"The instance with the {reference} takes no more messages, because too many wait for it; send the message later.", innerException) =>
        Reference = reference;

    /// <summary>The id or the key of the instance.</summary>
    public WorkflowReference Reference { get; }
}
