namespace Workflow;

/// <summary>What the host of a workflow instance provides to its activities, whether the instance runs or waits.</summary>
internal abstract class InstanceServices
{
    /// <summary>The id of the workflow instance.</summary>
    public abstract Guid InstanceId { get; }

    /// <summary>The first extension of the type in the order of rule 14.1; null when there is none.</summary>
    public abstract object? GetExtension(Type type);
}
