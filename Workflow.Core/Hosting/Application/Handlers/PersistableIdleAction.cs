namespace Workflow;

/// <summary>The action for a workflow instance that is idle and can be saved (rule 16.2).</summary>
public enum PersistableIdleAction
{
    /// <summary>Does nothing; the default.</summary>
    None = 0,

    /// <summary>Saves the instance and removes it from memory. It runs again when it is loaded.</summary>
    Unload = 1,

    /// <summary>Saves the instance, which stays in memory.</summary>
    Persist = 2,
}
