namespace Workflow.Extensions.Hosting;

/// <summary>A version of a definition that is registered in this process. Immutable.</summary>
public sealed class WorkflowDefinitionInfo
{
    internal WorkflowDefinitionInfo(string name, int version, bool hasInstances, bool isNewest)
    {
        Name = name;
        Version = version;
        HasInstances = hasInstances;
        IsNewest = isNewest;
    }

    /// <summary>The name of the definition.</summary>
    public string Name { get; }

    /// <summary>The version.</summary>
    public int Version { get; }

    /// <summary>True if the store has instances of this version that have not ended.</summary>
    public bool HasInstances { get; }

    /// <summary>True if new instances are started with this version.</summary>
    public bool IsNewest { get; }

    /// <summary>True if the registration can be removed: there is a newer version, and no instance needs this one.</summary>
    public bool IsRemovable => !HasInstances && !IsNewest;
}
