using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Snapshots;

/// <summary>A run that is read, section by section, and has not been brought into its execution yet.</summary>
internal sealed class LoadedRun(SnapshotReader reader)
{
    public SnapshotState State { get; set; } = null!;

    public Frame Root { get; set; } = null!;

    public long LastInstance { get; set; }

    public RootFollower? Follower { get; set; }

    public List<Frame> SecondaryRoots { get; } = [];

    public List<WorkItem> Queue { get; } = [];

    public long LastBookmark { get; set; }

    public BookmarkScopes? Scopes { get; set; }

    public List<BookmarkEntry> Bookmarks { get; } = [];

    public List<Bookmark> Saves { get; } = [];

    public List<Bookmark> WhenIdle { get; } = [];

    public List<ContextRequest> Requests { get; } = [];

    /// <summary>Brings the run into its execution; nothing here can fail.</summary>
    public void Begin(Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        WorkflowExecution execution = reader.Execution;
        execution.State.Root = Root;
        execution.Resume(execution.State, createHost, hostState, slowLane);
        execution.State.LastInstance = LastInstance;
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
            execution.State.UsesScopes = true;
        }

        foreach (WorkItem item in Queue)
        {
            if (item.Kind is WorkKind.Resume or WorkKind.ResolveNext or WorkKind.EvaluateNext or WorkKind.Fault)
            {
                item.Frame.Holds++;
            }

            execution.Queue.PushBack(item);
        }

        Saves.ForEach(execution.Saving.Add);
        WhenIdle.ForEach(execution.Bookmarks.ResumeWhenIdle);
    }

    private static List<PropertyEntry> PropertiesOf(Frame frame) => (frame.Has(InstanceFlags.HasExtras) ? frame.Extras!.Properties : null) ?? [];
}
