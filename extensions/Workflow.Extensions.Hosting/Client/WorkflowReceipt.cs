namespace Workflow.Extensions.Hosting;

/// <summary>The result of an operation of <see cref="WorkflowClient"/> that is durably stored. Immutable.</summary>
public sealed class WorkflowReceipt
{
    /// <summary>The id of the instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>
    /// The sequence number of the message in the store, for <see cref="WorkflowClient.WithdrawAsync"/>; 0, the default, for a start, which sends no message.
    /// </summary>
    public long Sequence { get; init; }

    /// <summary>
    /// True if an earlier call with the same request id carried out the request, so that this call has stored nothing; false by default.
    /// </summary>
    public bool IsRepeated { get; init; }
}
