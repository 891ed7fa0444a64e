using Workflow.Data;
using Workflow.Persistence;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Snapshots;

/// <summary>A run that has been read, and not been brought into its execution yet.</summary>
internal sealed class LoadedRun(SnapshotReader reader)
{
    public required Frame Root { get; init; }

    public required long LastInstance { get; init; }

    public RootFollower? Follower { get; init; }

    public List<Frame> SecondaryRoots { get; } = [];

    public List<WorkItem> Queue { get; } = [];

    public long LastBookmark { get; set; }

    public BookmarkScopes? Scopes { get; set; }

    public List<BookmarkEntry> Bookmarks { get; } = [];

    public List<Bookmark> Saves { get; } = [];

    public List<ContextRequest> Requests { get; } = [];

    /// <summary>Finds what would have the engine run in circles or into nothing.</summary>
    public void Check(SnapshotState state)
    {
        HashSet<Frame> living = new(ReferenceEqualityComparer.Instance);
        Collect(Root, living);
        SecondaryRoots.ForEach(root => Collect(root, living));
        foreach (Frame frame in reader.Objects.OfType<Frame>())
        {
            bool isAtHome = living.Contains(frame) || (frame.IsCompleted && frame is { Parent: null, ChildCount: 0 });
            if (!isAtHome || frame.InstanceNumber < 0 || frame.InstanceNumber > LastInstance)
            {
                throw new SnapshotException("The snapshot cannot be read: an 'instance' is not part of the tree, or has a number that was never given.");
            }
        }

        CheckEnvironments();
        HashSet<(long, string, ScopeTable?)> names = [];
        if (Bookmarks.Exists(entry => !names.Add((entry.Bookmark.Number, entry.Bookmark.Name, entry.Bookmark.Number == 0 ? (entry as ScopedEntry)?.Scope : null)) || entry.Bookmark.Number > LastBookmark))
        {
            throw new SnapshotException("The snapshot cannot be read: 'bookmarks' has a name or number twice, or a number that was never given.");
        }

        if (!state.HasStarted && (Root.Stage > InstanceStage.Created || Queue.Count > 0))
        {
            throw new SnapshotException("The snapshot cannot be read: 'hasStarted' is false, but the instance is under way.");
        }
    }

    /// <summary>Brings the run into its execution; nothing here can fail.</summary>
    public void Begin(Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        WorkflowExecution execution = reader.Execution;
        execution.Resume(Root, createHost, hostState, slowLane);
        execution.Scheduler.Reset(LastInstance);
        execution.SecondaryRoots.Load(SecondaryRoots, Follower);
        execution.Bookmarks.ContinueAfter(LastBookmark);
        execution.Bookmarks.Adopt(Scopes);
        Bookmarks.ForEach(entry => execution.Bookmarks.Add(entry));
        Requests.ForEach(execution.Transactions.Add);
        bool usesScopes = Follower is not null || SecondaryRoots.Count + Requests.Count + Saves.Count > 0;
        foreach (PropertyEntry property in reader.Objects.OfType<Frame>().SelectMany(PropertiesOf))
        {
            execution.Properties.Count(property.Value);
            usesScopes = true;
        }

        if (usesScopes)
        {
            execution.UseScopes();
        }

        foreach (WorkItem item in Queue)
        {
            if (item.Kind is WorkKind.Resume or WorkKind.ResolveNext or WorkKind.Fault)
            {
                item.Frame.Holds++;
            }

            execution.Loop.PushBack(item);
        }

        Saves.ForEach(execution.Saving.Add);
    }

    private static List<PropertyEntry> PropertiesOf(Frame frame) => (frame.Has(InstanceFlags.HasExtras) ? frame.Extras!.Properties : null) ?? [];

    private static void Collect(Frame top, HashSet<Frame> living)
    {
        if (top.Parent is not null)
        {
            throw new SnapshotException("The snapshot cannot be read: a root is also the child of another 'instance'.");
        }

        Stack<Frame> pending = new([top]);
        while (pending.TryPop(out Frame? frame))
        {
            if (!living.Add(frame))
            {
                throw new SnapshotException("The snapshot cannot be read: an 'instance' is in the tree twice.");
            }

            FrameLinks.ChildrenOf(frame).ForEach(pending.Push);
        }
    }

    private void CheckEnvironments()
    {
        HashSet<LocationEnvironment> ending = new(ReferenceEqualityComparer.Instance);
        foreach (LocationEnvironment environment in reader.Objects.OfType<LocationEnvironment>())
        {
            HashSet<LocationEnvironment> way = new(ReferenceEqualityComparer.Instance);
            for (LocationEnvironment? next = environment; next is not null && !ending.Contains(next); next = next.Parent)
            {
                if (!way.Add(next))
                {
                    throw new SnapshotException("The snapshot cannot be read: an 'environment' lies inside itself.");
                }
            }

            ending.UnionWith(way);
        }
    }
}
