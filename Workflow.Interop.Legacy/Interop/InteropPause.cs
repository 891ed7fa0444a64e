namespace Workflow.Interop.Legacy;

/// <summary>The reasons for which a legacy activity waits before its next step. The values are part of the saved format and must not change.</summary>
internal enum InteropPause : byte
{
    None = 0,

    /// <summary>Waits for a save of the instance.</summary>
    Save = 2,

    /// <summary>Waits for a transaction in which a transaction scope runs.</summary>
    Scope = 4,

    /// <summary>Waits for a transaction in which pending work is done.</summary>
    Work = 8,

    /// <summary>Waits for the commit of the transaction. In saved state, this value means that the transaction was committed.</summary>
    Commit = 16,
}
