namespace Workflow.Extensions.Hosting;

/// <summary>The answer to an operation of <see cref="WorkflowClient"/>: it is durable. Immutable.</summary>
/// <param name="InstanceId">The instance.</param>
/// <param name="Sequence">The number of the message in the store, for <see cref="WorkflowClient.WithdrawAsync"/>; 0 for a start.</param>
/// <param name="IsRepeated">Whether an earlier call with the same dedupe id did it, so that this call has stored nothing.</param>
public sealed record WorkflowReceipt(Guid InstanceId, long Sequence, bool IsRepeated);
