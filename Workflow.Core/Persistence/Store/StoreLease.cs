namespace Workflow.Persistence;

/// <summary>The lease of an owner, as a store refers to it. The derived class renews and ends it.</summary>
internal abstract class StoreLease(InstanceOwner owner)
{
    public InstanceOwner Owner { get; } = owner;
}
