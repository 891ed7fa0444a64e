namespace Workflow.Interop.Legacy;

/// <summary>For what a legacy activity waits before its next step. The numbers are part of the saved form.</summary>
internal enum InteropPause : byte
{
    None = 0,

    /// <summary>For a save of the instance, or the commit of its transaction.</summary>
    Save = 2,

    /// <summary>For a transaction in which a transaction scope runs.</summary>
    Scope = 4,

    /// <summary>For a transaction in which pending work is done.</summary>
    Work = 8,

    /// <summary>For the commit of the transaction. In saved state, the transaction was committed.</summary>
    Commit = 16,
}
