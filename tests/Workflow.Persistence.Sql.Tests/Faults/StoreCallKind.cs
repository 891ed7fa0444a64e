namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>The kind of a store call.</summary>
public enum StoreCallKind
{
    FirstSave,
    LaterSave,
    Completion,
    Unlock,
    UnlockFailed,
    Load,
    LoadByKey,
    LoadRunnable,
    Renew,
    DeleteOwner,
    Purge,
    Start,
    CompletedStart,
    Send,
    SendByKey,
    SendWithRequest,
    ConsumingSave,
    Suspend,
    Receive,
}
