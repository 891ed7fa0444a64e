namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A step of an instance. Steps run one at a time, in the order in which they were queued. An instance can be saved between two steps: a step is saved by its fields.</summary>
[Serializable]
internal abstract class WorkItem
{
    /// <summary>The activity that faults if the step throws.</summary>
    public abstract Activity Owner { get; }

    /// <summary>The activity to which the step belongs; a transaction scope around it is one of the step.</summary>
    public virtual Activity Place => Owner;

    /// <summary>Whether the step still has a purpose.</summary>
    public virtual bool IsWanted => Owner.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized);

    /// <summary>Whether nothing is missing: saved state can have null where no program has it.</summary>
    public abstract bool IsComplete { get; }

    public abstract void Run(ExecutionPort port);
}
