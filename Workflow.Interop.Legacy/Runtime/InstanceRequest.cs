using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What happens to an instance.</summary>
internal enum InstanceChange
{
    Created,
    Started,
    Idled,
    Suspended,
    Resumed,
    Terminated,
    Aborted,
    Persisted,
    Unloaded,
    Loaded,

    /// <summary>An item is for a queue.</summary>
    ItemSent,

    /// <summary>An item is for a queue as soon as the instance is idle.</summary>
    ItemSentOnIdle,

    /// <summary>A timer is due.</summary>
    TimerDue,

    /// <summary>The definition of the instance changes, or has changed.</summary>
    Changed,

    /// <summary>The services for tracking are asked for their profiles again.</summary>
    ProfilesReloaded,

    /// <summary>The transaction of a scope was rolled back before the scope has ended.</summary>
    TransactionAborted,
}

/// <summary>Whether the steps of an instance can run.</summary>
internal enum InstancePhase
{
    Created,
    Running,
    Suspended,
    Ended,

    /// <summary>It has left the memory: saved, or thrown away.</summary>
    Unloaded,
}

/// <summary>What a thread wants of an instance that another one may be running.</summary>
internal readonly record struct InstanceRequest(InstanceChange Change, string? Error = null)
{
    public IComparable? QueueName { get; init; }

    public object? Item { get; init; }

    /// <summary>Work that is committed with the item, or null.</summary>
    public IPendingWork? Work { get; init; }

    public object? WorkItem { get; init; }

    /// <summary>What changes in the definition; null: nothing does.</summary>
    public WorkflowChanges? Changes { get; init; }

    /// <summary>Informs a thread that waits for the end of the request; null if none does.</summary>
    public TaskCompletionSource<bool>? Answer { get; init; }
}
