namespace Workflow.Definition;

/// <summary>
/// Imports that no activity has declared so far. A later declaration in the walk takes precedence (rule 12.2). Imports are therefore visited after
/// everything else, and then numbered as if they had been visited in traversal order (rule 12.1).
/// </summary>
internal sealed class WaitingImports
{
    private readonly Queue<PendingActivity> _children = new();
    private readonly Queue<WaitingDelegate> _delegates = new();

    public bool IsEmpty => _children.Count + _delegates.Count == 0;

    public void Add(in PendingActivity child) => _children.Enqueue(child);

    public void Add(in WaitingDelegate import) => _delegates.Enqueue(import);

    /// <summary>Takes the next child to visit. Returns false if only delegates are left.</summary>
    public bool TryTakeChild(out PendingActivity child) => _children.TryDequeue(out child);

    /// <summary>Schedules the visit of the handler of the next delegate that no activity has declared. Returns false if none is left.</summary>
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

/// <summary>A delegate that has no position in the program yet.</summary>
internal readonly record struct WaitingDelegate(DelegateTraversal Pusher, ActivityDelegate Delegate, DeclaredScope Visible, IdSpace Space, int Order);
