namespace Workflow;

/// <summary>What is done with a workflow instance that is idle and can be saved (rule 16.2).</summary>
public enum PersistableIdleAction
{
    /// <summary>Nothing; the default.</summary>
    None = 0,

    /// <summary>It is saved and leaves memory; its store wakes it up, or a load does.</summary>
    Unload = 1,

    /// <summary>It is saved and stays in memory.</summary>
    Persist = 2,
}
