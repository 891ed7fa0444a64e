using Workflow;

namespace PortedActivities.Ordering;

/// <summary>One step of a <see cref="PrioritySequence"/>: what is done, and how urgent it is.</summary>
public sealed class PriorityStep
{
    /// <summary>The higher, the sooner.</summary>
    public InArgument<int> Priority { get; set; }

    public Activity Body { get; set; }
}
