namespace Workflow.Persistence;

/// <summary>What a store does with an instance that has completed.</summary>
public enum InstanceCompletionAction
{
    /// <summary>Keeps it for queries; it can never be loaded again.</summary>
    DeleteNothing = 0,

    /// <summary>Forgets it.</summary>
    DeleteAll = 1,
}
