namespace Workflow.Persistence.Sql;

/// <summary>The outcome of a call.</summary>
internal enum StoreOutcome
{
    Done,

    /// <summary>The owner is deleted, expired or unknown.</summary>
    OwnerGone,

    /// <summary>The owner does not hold the lock with the given version.</summary>
    LockLost,

    /// <summary>The instance of a first save is already saved.</summary>
    Exists,

    /// <summary>The request has already started an instance.</summary>
    Started,

    /// <summary>A key belongs to another instance.</summary>
    KeyTaken,

    NotSaved,

    /// <summary>A key belongs to no instance.</summary>
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
