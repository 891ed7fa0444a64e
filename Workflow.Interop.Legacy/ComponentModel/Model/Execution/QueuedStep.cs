namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// A step of an instance. Steps run one at a time, in the order in which they were queued. An instance can be saved between two steps; the fields of a step are
/// saved.
/// </summary>
[Serializable]
internal abstract class QueuedStep
{
    /// <summary>The activity that faults if the step throws.</summary>
    public abstract Activity Owner { get; }

    /// <summary>The activity to which the step belongs. A transaction scope around this activity also applies to the step.</summary>
    public virtual Activity BelongsTo => Owner;

    /// <summary>True if the step must still run.</summary>
    public virtual bool IsWanted => Owner.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized);

    /// <summary>True if no required field is null. Saved state can contain null where a program never has it.</summary>
    public abstract bool IsComplete { get; }

    public abstract void Run(RuntimePort port);
}
