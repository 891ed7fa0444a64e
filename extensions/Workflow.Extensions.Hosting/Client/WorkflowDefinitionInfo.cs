namespace Workflow.Extensions.Hosting;

/// <summary>A version of a definition that is registered in this process. Immutable.</summary>
public sealed class WorkflowDefinitionInfo
{
    /// <summary>The name of the definition.</summary>
    public required string Name { get; init; }

    /// <summary>The version.</summary>
    public required int Version { get; init; }

    /// <summary>True if the store has instances of this version that have not ended; false by default.</summary>
    public bool HasInstances { get; init; }

    /// <summary>True if new instances are started with this version; false by default.</summary>
    public bool IsNewest { get; init; }

    /// <summary>True if the registration can be removed: there is a newer version, and no instance needs this one.</summary>
    public bool IsRemovable => !HasInstances && !IsNewest;
}
