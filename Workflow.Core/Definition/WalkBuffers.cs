namespace Workflow.Definition;

/// <summary>
/// Buffers of a walk. The thread keeps them for the next walk, because new buffers would be a third of the allocations of a walk over a wide tree.
/// </summary>
internal sealed class WalkBuffers
{
    /// <summary>The maximum size of the buffers that are kept.</summary>
    private const int MaxKept = 2048;

    [ThreadStatic]
    private static WalkBuffers? _spare;

    public Stack<PendingActivity> Pending { get; } = new();

    /// <summary>The plans so far, with spare capacity.</summary>
    public ActivityPlan[] Plans { get; set; } = new ActivityPlan[16];

    /// <summary>Takes the buffers of the thread's last walk. A nested walk, started by a constraint, gets new buffers.</summary>
    public static WalkBuffers Take()
    {
        WalkBuffers buffers = _spare ?? new WalkBuffers();
        _spare = null;
        return buffers;
    }

    /// <summary>Clears the buffers and keeps them for the thread's next walk. The buffers of a failed walk are not kept.</summary>
    public void GiveBack(int count)
    {
        if (Pending.Count == 0 && Pending.Capacity <= MaxKept && Plans.Length <= MaxKept)
        {
            Array.Clear(Plans, 0, count);
            _spare = this;
        }
    }
}
