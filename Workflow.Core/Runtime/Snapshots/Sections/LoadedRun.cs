using Workflow.Data;
using Workflow.Foundation;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>The run that a snapshot contains, before it is moved into its instance. The sections fill it.</summary>
internal sealed class LoadedRun(SnapshotReader reader)
{
    /// <summary>The instances that the engine can continue inline.</summary>
    private readonly List<Frame> _stepping = [];

    public SnapshotState State { get; set; } = null!;

    public Frame Root { get; set; } = null!;

    public long LastInstance { get; set; }

    public RootContinuation? RootContinuation { get; set; }

    public List<Frame> SecondaryRoots { get; } = [];

    public List<WorkItem> Queue { get; } = [];

    public long LastBookmark { get; set; }

    public BookmarkScopes? Scopes { get; set; }

    public List<BookmarkEntry> Bookmarks { get; } = [];

    public List<Bookmark> Saves { get; } = [];

    public List<Bookmark> WhenIdle { get; } = [];

    public List<ContextRequest> Requests { get; } = [];

    /// <summary>True if the root was asked to cancel during a transaction, and the request was not carried out.</summary>
    public bool HasDeferredCancel { get; set; }

    /// <summary>Sets the outer environment of each running instance, parents first.</summary>
    public void SetOuterEnvironments()
    {
        SetOuterEnvironments(Root);
        foreach (Frame root in SecondaryRoots)
        {
            SetOuterEnvironments(root);
        }

        reader.CaptureMarked();
    }

    /// <summary>
    /// Computes the position of shipped control flow that runs one child at a time. Its variable, its child and the callback must agree; otherwise the activity
    /// would continue at another position than the saved one, or at none.
    /// </summary>
    public void CheckSteps()
    {
        CheckSteps(Root);
        foreach (Frame root in SecondaryRoots)
        {
            CheckSteps(root);
        }
    }

    private void CheckSteps(Frame root)
    {
        for (Frame? frame = root; frame is not null; frame = FrameTree.Next(frame, root))
        {
            if (frame is { Number: not Frame.NoActivity, Stage: InstanceStage.Executing, ChildCount: 1, Plan.Steps: { } steps })
            {
                Frame child = frame.LastChild!;
                int position = child.Number == Frame.NoActivity ? -1 : steps.FindPosition(frame, child.Activity);
                frame.Position = position;
                if (position < 0
                    || steps.Describe(frame) is var expected
                    && (expected.Kind != child.CompletionKind || (expected.Kind != CompletionKind.None && !Equals(expected.OnCompleted, child.OnCompleted))))
                {
                    throw ReadFailure.Create(
                        $"the child, the callback and the variable of '{frame.Activity.DisplayName}' ({frame.Activity.Id}) do not agree",
                        frame.Activity.DisplayName);
                }

                _stepping.Add(frame);
            }
        }
    }

    /// <summary>Moves the run into the state of its instance. This cannot fail.</summary>
    public void MoveTo(InstanceState instance)
    {
        instance.Root = Root;
        instance.LastInstance = LastInstance;
        MoveBookmarks(instance);
        MoveScopes(instance);
        if (instance.KnownScopes is not { ThreadProperties: > 0 } and not { SaveRequests.Count: > 0 })
        {
            // While no signal is raised, no code can observe whether these activities continue inline or by their methods.
            _stepping.ForEach(frame => frame.Flags |= InstanceFlags.IsStepping);
        }

        foreach (WorkItem item in Queue)
        {
            if (item.Kind is WorkKind.Resume or WorkKind.ResolveNext or WorkKind.EvaluateNext or WorkKind.Fault or WorkKind.EndTransaction)
            {
                item.Frame.PendingWork++;
            }

            (instance.Scopes.Queue ??= new Deque<WorkItem>(Queue.Count)).PushBack(item);
        }
    }

    private void MoveBookmarks(InstanceState instance)
    {
        ref BookmarkTable table = ref instance.Bookmarks;
        table.LastNumber = LastBookmark;
        if (Scopes is not null)
        {
            table.Scopes = Scopes;
        }

        foreach (BookmarkEntry entry in Bookmarks)
        {
            table.TryAdd(entry);
        }

        if (WhenIdle.Count > 0)
        {
            table.WhenIdle = new Queue<Bookmark>(WhenIdle);
        }
    }

    private void MoveScopes(InstanceState instance)
    {
        foreach (object? value in reader.Objects)
        {
            if (value is Frame { RareState.Properties: { } properties } frame && frame.Has(InstanceFlags.HasRareState))
            {
                properties.ForEach(property => instance.Scopes.CountProperty(property.Value));
            }
        }

        if (HasDeferredCancel)
        {
            instance.Scopes.HasDeferredCancel = true;
        }

        Requests.ForEach(instance.AddTransactionRequest);
        Saves.ForEach(bookmark => instance.Scopes.SaveRequests.Enqueue(bookmark));
        if (RootContinuation is not null || SecondaryRoots.Count > 0)
        {
            instance.Scopes.SecondaryRoots.AddRange(SecondaryRoots);
            instance.Scopes.RootContinuation = RootContinuation;
        }

        // If the root has ended, only the end of the workflow is left, which begins when nothing is queued.
        instance.HasIdleWork |= Root.IsCompleted;
    }

    private void SetOuterEnvironments(Frame root)
    {
        if (root.Parent is not null)
        {
            throw ReadFailure.Create("a root is also a child of another 'instance'");
        }

        for (Frame? frame = root; frame is not null; frame = FrameTree.Next(frame, root))
        {
            LocationEnvironment? outer = reader.OuterEnvironmentOf(frame);
            if (frame.Own is { } own && frame.Number != Frame.NoActivity)
            {
                own.Parent = outer;
            }
            else if (frame.Number != Frame.NoActivity)
            {
                frame.Environment = outer;
            }
        }
    }
}
