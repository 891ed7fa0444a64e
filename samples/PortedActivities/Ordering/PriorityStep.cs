using Workflow;

namespace PortedActivities.Ordering;

/// <summary>One step of a <see cref="PrioritySequence"/>: its work and its priority.</summary>
public sealed class PriorityStep
{
    /// <summary>Steps with a higher priority run first.</summary>
    public InArgument<int> Priority { get; set; }

    public Activity Body { get; set; }
}
