namespace Workflow.Extensions.Hosting;

/// <summary>A message that had no effect, because its bookmark expects a value of another type. Immutable.</summary>
public sealed class WorkflowRefusedMessage
{
    internal WorkflowRefusedMessage(long sequence, string bookmarkName, string reason)
    {
        Sequence = sequence;
        BookmarkName = bookmarkName;
        Reason = reason;
    }

    /// <summary>The number of the message, <see cref="WorkflowReceipt.Sequence"/> of the receipt that its sender has.</summary>
    public long Sequence { get; }

    /// <summary>The bookmark.</summary>
    public string BookmarkName { get; }

    /// <summary>Why it was refused, with the type that was expected.</summary>
    public string Reason { get; }
}
