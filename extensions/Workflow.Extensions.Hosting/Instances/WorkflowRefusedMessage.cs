namespace Workflow.Extensions.Hosting;

/// <summary>A message that had no effect, because its bookmark expected a value of another type. Immutable.</summary>
public sealed class WorkflowRefusedMessage
{
    internal WorkflowRefusedMessage(long sequence, string bookmarkName, string reason)
    {
        Sequence = sequence;
        BookmarkName = bookmarkName;
        Reason = reason;
    }

    /// <summary>The sequence number of the message; equals <see cref="WorkflowReceipt.Sequence"/> of the receipt of the sender.</summary>
    public long Sequence { get; }

    /// <summary>The name of the bookmark.</summary>
    public string BookmarkName { get; }

    /// <summary>The reason for the refusal, including the expected type.</summary>
    public string Reason { get; }
}
