namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>A call of the store.</summary>
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
