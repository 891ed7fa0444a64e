namespace Workflow.Extensions.Hosting;

/// <summary>A version of a definition that is registered in this process. Immutable.</summary>
/// <param name="Name">The name.</param>
/// <param name="Version">The version.</param>
/// <param name="HasInstances">Whether the store has instances of this version that have not ended.</param>
/// <param name="IsNewest">Whether new instances are started with this version.</param>
public sealed record WorkflowDefinitionInfo(string Name, int Version, bool HasInstances, bool IsNewest)
{
    /// <summary>Whether the registration can be removed: there is a newer version, and no instance needs this one.</summary>
    public bool IsRemovable => !HasInstances && !IsNewest;
}
