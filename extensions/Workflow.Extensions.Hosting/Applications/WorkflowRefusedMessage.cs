namespace Workflow.Extensions.Hosting;

/// <summary>A message that had no effect, because its bookmark expected a value of another type. Immutable.</summary>
public sealed class WorkflowRefusedMessage
{
    /// <summary>The sequence number of the message; equals <see cref="WorkflowReceipt.Sequence"/> of the receipt of the sender.</summary>
    public required long Sequence { get; init; }

    /// <summary>The name of the bookmark.</summary>
    public required string BookmarkName { get; init; }

    /// <summary>The reason for the refusal, including the expected type.</summary>
    public required string Reason { get; init; }
}
