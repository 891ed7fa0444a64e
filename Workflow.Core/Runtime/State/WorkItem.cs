namespace Workflow.Runtime.State;

/// <summary>The kinds of work items.</summary>
internal enum WorkKind : byte
{
    /// <summary>Starts an activity instance, or continues its preparation.</summary>
    Execute,

    /// <summary>Continues with the next argument while an earlier one waits for its expression (rule 4.2).</summary>
    ResolveNext,

    /// <summary>
    /// Evaluates the next argument in an item of its own. Its expression would run in the item of its owner, but an execution property observes the
    /// difference (rule 9.3).
    /// </summary>
    EvaluateNext,

    /// <summary>Notifies the parent that an instance has completed.</summary>
    Complete,

    /// <summary>Checks again if an instance is complete.</summary>
    Evaluate,

    /// <summary>Calls a fault callback.</summary>
    Fault,

    /// <summary>Calls <c>Cancel</c>.</summary>
    Cancel,

    /// <summary>Calls a bookmark's callback.</summary>
    Resume,

    /// <summary>Ends an asynchronous operation.</summary>
    EndOperation,

    /// <summary>Calls the callback of an activity that can set a transaction now.</summary>
    Transaction,

    /// <summary>Commits the transaction of a scope, or processes the outcome of the commit.</summary>
    Commit,

    /// <summary>Continues after the end of a transaction in which the instance was saved, in this process or after a load.</summary>
    EndTransaction,

    /// <summary>Tears down the scope of a transaction, because an exception crosses it.</summary>
    AbortScope,
}

/// <summary>A queued work item. It contains the instance number of its frame, so that an item whose instance has ended is skipped (rule 1.7).</summary>
internal readonly struct WorkItem(WorkKind kind, Frame frame, object? payload = null)
{
    public readonly Frame Frame = frame;

    public readonly object? Payload = payload;

    public readonly long InstanceNumber = frame.InstanceNumber;

    public readonly WorkKind Kind = kind;

    /// <summary>
    /// Returns true if the instance for which the host queues the item has ended. Its frame may now serve another activity instance, even one of another
    /// workflow instance.
    /// </summary>
    public bool IsStale(InstanceCore instance) =>
        Frame.InstanceNumber != InstanceNumber || Frame.IsCompleted || !ReferenceEquals(Frame.Instance, instance);
}
