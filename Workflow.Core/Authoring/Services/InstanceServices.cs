namespace Workflow;

/// <summary>The services that the host of a workflow instance provides to its activities, while the instance runs and while it waits.</summary>
internal abstract class InstanceServices
{
    /// <summary>The id of the workflow instance.</summary>
    public abstract Guid InstanceId { get; }

    /// <summary>Returns the first extension of the type in the order of rule 14.1; null if there is none.</summary>
    public abstract object? GetExtension(Type type);
}
