using Workflow.Data;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>Finds data with which the engine would loop forever, fail, or share an object between two instances.</summary>
internal static class LoadedRunCheck
{
    public static void Check(LoadedRun run, SnapshotReader reader)
    {
        HashSet<Frame> living = new(ReferenceEqualityComparer.Instance);
        Collect(run.Root, living);
        run.SecondaryRoots.ForEach(root => Collect(root, living));
        HashSet<LocationEnvironment> owned = new(ReferenceEqualityComparer.Instance);
        foreach (Frame frame in reader.Objects.OfType<Frame>())
        {
            bool isInTree = living.Contains(frame) || (frame.IsCompleted && frame is { Parent: null, ChildCount: 0 });
            if (!isInTree || frame.InstanceNumber > run.LastInstance)
            {
                throw Invalid("an 'instance' is not part of the tree, or has a number above 'lastInstance'");
            }

            if ((frame.Own is { } own && !owned.Add(own)) || (frame.DelegateArguments is { } arguments && !owned.Add(arguments)))
            {
                throw Invalid("an 'environment' belongs to two instances");
            }
        }

        CheckEnvironments(reader);
        CheckBookmarks(run);
        run.CheckSteps();
        if (!run.State.HasStarted && (run.Root.Stage > InstanceStage.Created || run.Queue.Count > 0))
        {
            throw Invalid("'hasStarted' is false, but the instance has started");
        }
    }

    private static void Collect(Frame top, HashSet<Frame> living)
    {
        Stack<Frame> pending = new([top]);
        while (pending.TryPop(out Frame? frame))
        {
            if (!living.Add(frame))
            {
                throw Invalid("an 'instance' is in the tree twice");
            }

            FrameLinks.ChildrenOf(frame).ForEach(pending.Push);
        }
    }

    private static void CheckEnvironments(SnapshotReader reader)
    {
        TargetChains chains = new();
        HashSet<LocationEnvironment> ending = new(ReferenceEqualityComparer.Instance);
        HashSet<LocationEnvironment> path = new(ReferenceEqualityComparer.Instance);
        foreach (LocationEnvironment environment in reader.Environments())
        {
            path.Clear();
            for (LocationEnvironment? next = environment; next is not null && !ending.Contains(next); next = next.Parent)
            {
                if (!path.Add(next))
                {
                    throw Invalid("an 'environment' is inside itself");
                }
            }

            ending.UnionWith(path);
            int slot = chains.FindTooLong(environment);
            if (slot >= 0)
            {
                throw new ValueOrigin(reader.Program, environment, slot).CannotRead($"leads to itself, or over more than {SnapshotLimits.TargetChain} other arguments");
            }
        }
    }

    private static void CheckBookmarks(LoadedRun run)
    {
        HashSet<(long, string, ScopeTable?)> names = [];
        HashSet<Bookmark> bookmarks = new(ReferenceEqualityComparer.Instance);
        foreach (BookmarkEntry entry in run.Bookmarks)
        {
            Bookmark bookmark = entry.Bookmark;
            ScopeTable? scope = bookmark.Number == 0 ? (entry as ScopedEntry)?.Scope : null;
            if (bookmark.Number > run.LastBookmark || !bookmarks.Add(bookmark) || !names.Add((bookmark.Number, bookmark.Name, scope)))
            {
                throw Invalid("'bookmarks' has a bookmark, a name or a number twice, or a number above 'lastBookmark'");
            }
        }
    }

    private static SnapshotException Invalid(string problem) => ReadFailure.Create(problem);
}
