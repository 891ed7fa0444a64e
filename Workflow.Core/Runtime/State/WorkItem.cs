namespace Workflow.Runtime.State;

/// <summary>What a queued item does.</summary>
internal enum WorkKind : byte
{
    /// <summary>Starts an instance, or goes on with its preparation.</summary>
    Execute,

    /// <summary>Goes on with the next argument while an earlier one waits (rule 4.2).</summary>
    ResolveNext,

    /// <summary>Evaluates the next argument, whose expression would run in its owner's item but for an execution property that sees the difference (rule 9.3).</summary>
    EvaluateNext,

    /// <summary>Tells the parent that an instance completed.</summary>
    Complete,

    /// <summary>Looks at an instance again: it may be complete now.</summary>
    Evaluate,

    /// <summary>Calls a fault callback.</summary>
    Fault,

    /// <summary>Calls <c>Cancel</c>.</summary>
    Cancel,

    /// <summary>Calls a bookmark's callback.</summary>
    Resume,

    /// <summary>Ends an asynchronous operation.</summary>
    EndOperation,

    /// <summary>Calls back an activity that can set a transaction now.</summary>
    Transaction,

    /// <summary>Commits the transaction of a scope, or takes notice that it has been committed.</summary>
    Commit,

    /// <summary>Continues after a transaction in which the instance was saved, here or after a load.</summary>
    EndTransaction,

    /// <summary>Tears down a scope whose transaction a fault crosses.</summary>
    AbortScope,
}

/// <summary>One queued item. It names the use of its frame, so that an item that outlived its instance is skipped (rule 1.7).</summary>
internal readonly struct WorkItem(WorkKind kind, Frame frame, object? payload = null)
{
    public readonly Frame Frame = frame;

    public readonly object? Payload = payload;

    public readonly long InstanceNumber = frame.InstanceNumber;

    public readonly WorkKind Kind = kind;

    /// <summary>The instance that an item from outside was meant for has ended, and its frame may be another one's, even of another workflow instance.</summary>
    public bool IsStale(InstanceState instance) =>
        Frame.InstanceNumber != InstanceNumber || Frame.IsCompleted || !ReferenceEquals(Frame.Instance, instance);
}
