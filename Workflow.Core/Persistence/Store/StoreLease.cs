namespace Workflow.Persistence;

/// <summary>The lease of an owner, as far as a store names it. Renewing and ending it is the part of the derived class.</summary>
internal abstract class StoreLease(InstanceOwner owner)
{
    public InstanceOwner Owner { get; } = owner;
}
