using System.Transactions;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>What an execution needs from whoever runs it; made only when it is needed.</summary>
internal abstract class ExecutionHost
{
    public abstract Guid InstanceId { get; }

    public abstract object? GetExtension(Type type);

    /// <summary>The transaction of the caller, which the whole workflow runs in; null for none (rule 10.6).</summary>
    public abstract Transaction? AmbientTransaction { get; }

    /// <summary>Brings the item back when the operation has ended, on the thread that owns the instance then, once it is idle (rule 1.4).</summary>
    public abstract void Watch(Task operation, WorkItem item);
}
