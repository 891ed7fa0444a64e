namespace Workflow.Persistence.Sql;

/// <summary>What came of a call.</summary>
internal enum StoreOutcome
{
    Done,

    /// <summary>The owner is deleted, expired or unknown.</summary>
    OwnerGone,

    /// <summary>The owner does not hold the lock of that version.</summary>
    LockLost,

    /// <summary>A first save found the instance saved already.</summary>
    Exists,

    /// <summary>A request has started an instance already.</summary>
    Started,

    /// <summary>A key stands for another instance.</summary>
    KeyTaken,

    NotSaved,

    /// <summary>A key stands for no instance.</summary>
    KeyUnknown,

    Completed,

    /// <summary>Too many messages wait for the instance.</summary>
    InboxFull,

    /// <summary>The owner does not take instances of this definition.</summary>
    OtherDefinition,

    Locked,

    /// <summary>Nothing is runnable now.</summary>
    NothingRunnable,
}
