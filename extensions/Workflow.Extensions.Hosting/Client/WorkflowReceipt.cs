namespace Workflow.Extensions.Hosting;

/// <summary>The result of an operation of <see cref="WorkflowClient"/> that is durably stored. Immutable.</summary>
public sealed class WorkflowReceipt
{
    internal WorkflowReceipt(Guid instanceId, long sequence, bool isRepeated)
    {
        InstanceId = instanceId;
        Sequence = sequence;
        IsRepeated = isRepeated;
    }

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>The sequence number of the message in the store, for <see cref="WorkflowClient.WithdrawAsync"/>; 0 for a start.</summary>
    public long Sequence { get; }

    /// <summary>True if an earlier call with the same dedupe id carried out the request, so that this call has stored nothing.</summary>
    public bool IsRepeated { get; }
}
