namespace Workflow.Persistence;

/// <summary>What a store does with a completed instance.</summary>
public enum InstanceCompletionAction
{
    /// <summary>Keeps it for queries. It cannot be loaded.</summary>
    DeleteNothing = 0,

    /// <summary>Deletes it.</summary>
    DeleteAll = 1,
}
