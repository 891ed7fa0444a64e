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

    /// <summary>An item is for a queue.</summary>
    ItemSent,

    /// <summary>An item is for a queue as soon as the instance is idle.</summary>
    ItemSentOnIdle,

    /// <summary>A timer is due.</summary>
    TimerDue,
}

/// <summary>Whether the steps of an instance can run.</summary>
internal enum InstancePhase
{
    Created,
    Running,
    Suspended,
    Ended,
}

/// <summary>What a thread wants of an instance that another one may be running.</summary>
internal readonly record struct InstanceRequest(InstanceChange Change, string? Error = null, IComparable? QueueName = null, object? Item = null);
