namespace Workflow.Definition;

/// <summary>
/// What a walk needs only while it goes on, kept by its thread for the next one: growing it anew would be a third of what the
/// walk of a wide tree allocates.
/// </summary>
internal sealed class WalkScratch
{
    /// <summary>What a larger tree needed is not kept.</summary>
    private const int MostKept = 2048;

    [ThreadStatic]
    private static WalkScratch? _spare;

    public Stack<PendingActivity> Pending { get; } = new();

    /// <summary>The plans made so far, with room to grow.</summary>
    public ActivityPlan[] Plans { get; set; } = new ActivityPlan[16];

    /// <summary>That of the thread's last walk; a walk inside a walk, of a constraint, gets its own.</summary>
    public static WalkScratch Take()
    {
        WalkScratch scratch = _spare ?? new WalkScratch();
        _spare = null;
        return scratch;
    }

    /// <summary>Keeps it for the thread's next walk, with nothing of this one in it; of a walk that failed nothing is given back.</summary>
    public void GiveBack(int count)
    {
        if (Pending.Count == 0 && Pending.Capacity <= MostKept && Plans.Length <= MostKept)
        {
            Array.Clear(Plans, 0, count);
            _spare = this;
        }
    }
}
