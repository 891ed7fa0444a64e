using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Reporting;

namespace Workflow.Runtime.Execution;

/// <summary>
/// An idle instance without the machinery that ran it, which has gone back to its pool: what is left is what only this instance
/// has, its frames and bookmarks. Waiting for a month costs some hundred bytes instead of some thousand.
/// </summary>
internal sealed class DormantInstance
{
    /// <summary>A larger instance keeps its machinery: the walk through it would cost more than the machinery weighs.</summary>
    private const int MostFrames = 32;

    /// <summary>The same for bookmarks, which are handed over one by one: with many of them each resumption would cost what all of them cost.</summary>
    private const int MostBookmarks = 32;

    private readonly InstanceState _state;
    private readonly long _lastBookmark;
    private readonly Reporter? _reporter;

    private DormantInstance(WorkflowExecution execution)
    {
        _state = execution.State;
        _lastBookmark = execution.Bookmarks.LastNumber;
        _reporter = execution.Reporter;
    }

    private Frame Root => _state.Root!;

    /// <summary>Takes an idle instance out of an execution, which goes back to its pool; null: this one needs its machinery.</summary>
    public static DormantInstance? TryTake(WorkflowExecution execution)
    {
        if (!CanLeave(execution))
        {
            return null;
        }

        DormantInstance instance = new(execution);
        for (Frame? frame = instance.Root; frame is not null; frame = FrameTree.Next(frame, instance.Root))
        {
            if (frame.DelegateArguments is { } arguments)
            {
                execution.Scheduler.GiveArgumentsAway(arguments, frame.DelegateNumber);
            }

            // They would keep the execution alive as long as the instance is idle.
            frame.DropContexts();
        }

        ExecutionPool.ReturnVacated(execution);
        return instance;
    }

    /// <summary>Resumes a bookmark, without machinery: the resumption is to be queued when there is some again. Null: there is no such bookmark.</summary>
    public Resumption? TryResume(Bookmark bookmark, object? value)
    {
        for (Frame? frame = Root; frame is not null; frame = FrameTree.Next(frame, Root))
        {
            for (BookmarkEntry? entry = frame.Bookmarks; entry is not null; entry = entry.NextOfOwner)
            {
                if (BookmarkTable.Matches(entry, bookmark))
                {
                    return Resume(entry, value);
                }
            }
        }

        return null;
    }

    /// <summary>Rents machinery for the instance, which can run on.</summary>
    public WorkflowExecution Wake(Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState)
    {
        WorkflowExecution execution = ExecutionPool.Rent(_state.Program);
        execution.Resume(_state, createHost, hostState, slowLane: false);
        execution.Bookmarks.ContinueAfter(_lastBookmark);
        for (Frame? frame = Root; frame is not null; frame = FrameTree.Next(frame, Root))
        {
            if (frame.Bookmarks is not null)
            {
                execution.Bookmarks.Adopt(frame);
            }
        }

        if (_reporter is not null)
        {
            execution.Report(_reporter);
        }

        return execution;
    }

    private static Resumption Resume(BookmarkEntry entry, object? value)
    {
        if ((entry.Options & BookmarkOptions.MultipleResume) == 0)
        {
            entry.TakeOff();
        }

        entry.Owner.Holds++;
        return new Resumption(entry.Bookmark, entry.Callback, value) { Owner = entry.Owner };
    }

    /// <summary>Nothing of the instance lies in the machinery, or refers to it.</summary>
    private static bool CanLeave(WorkflowExecution execution)
    {
        if (execution.HasEnded || execution.State.UsesScopes || !execution.Queue.IsIdle || execution.Queue.IsSlowed || execution.Standstill is not null
            || execution.State.OutstandingOperations > 0 || !execution.Bookmarks.IsPlain)
        {
            return false;
        }

        return IsSmall(execution.Root!);
    }

    /// <summary>Walks no further than to the first frame or bookmark too many; a level that is too wide is not walked at all.</summary>
    private static bool IsSmall(Frame root)
    {
        int frames = 0;
        int bookmarks = 0;
        for (Frame? frame = root; frame is not null; frame = FrameTree.Next(frame, root))
        {
            frames++;
            for (BookmarkEntry? entry = frame.Bookmarks; entry is not null && bookmarks <= MostBookmarks; entry = entry.NextOfOwner)
            {
                bookmarks++;
            }

            if (frames + frame.ChildCount > MostFrames || bookmarks > MostBookmarks)
            {
                return false;
            }
        }

        return true;
    }
}
