using Workflow.Data;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>Finds data with which the engine would loop forever, fail, or share an object between two instances.</summary>
internal static class LoadedRunCheck
{
    public static void Check(LoadedRun run, SnapshotReader reader)
    {
        CheckBuffers buffers = CheckBuffers.Take();
        Collect(run.Root, buffers);
        foreach (Frame root in run.SecondaryRoots)
        {
            Collect(root, buffers);
        }

        CheckInstances(run, reader, buffers);
        CheckEnvironments(reader, buffers);
        CheckBookmarks(run, buffers);
        buffers.Return();
        run.CheckSteps();
        if (!run.State.HasStarted && (run.Root.Stage > InstanceStage.Created || run.Queue.Count > 0))
        {
            throw Invalid("'hasStarted' is false, but the instance has started");
        }
    }

    private static void CheckInstances(LoadedRun run, SnapshotReader reader, CheckBuffers buffers)
    {
        HashSet<LocationEnvironment> owned = buffers.Owned;
        foreach (object? value in reader.Objects)
        {
            if (value is not Frame frame)
            {
                continue;
            }

            bool isInTree = buffers.Living.Contains(frame) || (frame.IsCompleted && frame is { Parent: null, ChildCount: 0 });
            if (!isInTree || frame.InstanceNumber > run.LastInstance)
            {
                throw Invalid("an 'instance' is not part of the tree, or has a number above 'lastInstance'");
            }

            if ((frame.Own is { } own && !owned.Add(own)) || (frame.DelegateArguments is { } arguments && !owned.Add(arguments)))
            {
                throw Invalid("an 'environment' belongs to two instances");
            }
        }
    }

    private static void Collect(Frame top, CheckBuffers buffers)
    {
        Stack<Frame> pending = buffers.Pending;
        pending.Push(top);
        while (pending.TryPop(out Frame? frame))
        {
            if (!buffers.Living.Add(frame))
            {
                throw Invalid("an 'instance' is in the tree twice");
            }

            for (Frame? child = FrameTree.FirstChild(frame); child is not null; child = child.NextSibling)
            {
                pending.Push(child);
            }
        }
    }

    private static void CheckEnvironments(SnapshotReader reader, CheckBuffers buffers)
    {
        (HashSet<LocationEnvironment> ending, HashSet<LocationEnvironment> path) = (buffers.Ending, buffers.Path);
        foreach (object? value in reader.Objects)
        {
            if (SnapshotReader.EnvironmentOf(value) is not { } environment)
            {
                continue;
            }

            path.Clear();
            for (LocationEnvironment? next = environment; next is not null && !ending.Contains(next); next = next.Parent)
            {
                if (!path.Add(next))
                {
                    throw Invalid("an 'environment' is inside itself");
                }
            }

            ending.UnionWith(path);
            int slot = buffers.Chains.FindTooLong(environment);
            if (slot >= 0)
            {
                throw new ValueOrigin(reader.Program, environment, slot).CannotRead(
                    $"leads to itself, or over more than {SnapshotLimits.TargetChain} other arguments");
            }
        }
    }

    private static void CheckBookmarks(LoadedRun run, CheckBuffers buffers)
    {
        foreach (BookmarkEntry entry in run.Bookmarks)
        {
            Bookmark bookmark = entry.Bookmark;
            ScopeTable? scope = bookmark.Number == 0 ? (entry as ScopedEntry)?.Scope : null;
            if (bookmark.Number > run.LastBookmark || !buffers.Bookmarks.Add(bookmark) || !buffers.Names.Add((bookmark.Number, bookmark.Name, scope)))
            {
                throw Invalid("'bookmarks' has a bookmark, a name or a number twice, or a number above 'lastBookmark'");
            }
        }
    }

    private static SnapshotException Invalid(string problem) => ReadFailure.Create(problem);
}
