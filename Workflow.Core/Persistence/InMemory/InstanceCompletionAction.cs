namespace Workflow.Persistence;

/// <summary>Determines the action of a store for a completed instance.</summary>
public enum InstanceCompletionAction
{
    /// <summary>Keeps the instance for queries. It cannot be loaded.</summary>
    DeleteNothing = 0,

    /// <summary>Deletes the instance.</summary>
    DeleteAll = 1,
}
