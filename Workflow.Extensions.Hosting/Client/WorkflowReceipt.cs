namespace Workflow.Extensions.Hosting;

/// <summary>The answer to an operation of <see cref="WorkflowClient"/>: it is durable. Immutable.</summary>
public sealed class WorkflowReceipt
{
    internal WorkflowReceipt(Guid instanceId, long sequence, bool isRepeated)
    {
        InstanceId = instanceId;
        Sequence = sequence;
        IsRepeated = isRepeated;
    }

    /// <summary>The instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>The number of the message in the store, for <see cref="WorkflowClient.WithdrawAsync"/>; 0 for a start.</summary>
    public long Sequence { get; }

    /// <summary>Whether an earlier call with the same dedupe id did it, so that this call has stored nothing.</summary>
    public bool IsRepeated { get; }
}
