namespace Workflow.Definition;

/// <summary>
/// Imports that nobody has declared so far. A declaration may come later in the walk and wins (rule 12.2), so they are visited when
/// everything else was, and numbered afterwards as if they had been visited in their turn (rule 12.1).
/// </summary>
internal sealed class WaitingImports
{
    private readonly Queue<PendingActivity> _children = new();
    private readonly Queue<WaitingDelegate> _delegates = new();

    public bool IsEmpty => _children.Count + _delegates.Count == 0;

    public void Add(in PendingActivity child) => _children.Enqueue(child);

    public void Add(in WaitingDelegate import) => _delegates.Enqueue(import);

    /// <summary>The next child to visit; false when only delegates are left.</summary>
    public bool TryTakeChild(out PendingActivity child) => _children.TryDequeue(out child);

    /// <summary>Has the handler of the next delegate visited that is still only imported; false when none is left.</summary>
    public bool DeclareNextDelegate()
    {
        while (_delegates.TryDequeue(out WaitingDelegate waiting))
        {
            if (waiting.Pusher.IsStillImported(waiting.Delegate))
            {
                waiting.Pusher.Declare(waiting);
                return true;
            }
        }

        return false;
    }
}

/// <summary>A delegate on its way to its place in the program.</summary>
internal readonly record struct WaitingDelegate(DelegatePusher Pusher, ActivityDelegate Delegate, DeclaredScope Visible, IdSpace Space, int Order);
