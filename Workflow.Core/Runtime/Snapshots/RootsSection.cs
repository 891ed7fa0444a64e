using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>The roots of the trees of instances, and how many instances there were.</summary>
internal sealed class RootsSection : Section
{
    public const string LastInstanceKey = "lastInstance";

    private const string RootKey = "root", SecondaryKey = "secondaryRoots", FollowerKey = "afterRoot";

    public override void Write(SnapshotWriter writer)
    {
        Execution.WorkflowExecution execution = writer.Execution;
        writer.AddTree(execution.Root!);
        foreach (Frame root in execution.SecondaryRoots.Roots)
        {
            writer.AddTree(root);
        }

        writer.Counter(LastInstanceKey, execution.State.LastInstance);
        writer.Reference(RootKey, execution.Root);
        if (execution.SecondaryRoots.Roots.Count > 0)
        {
            writer.References(SecondaryKey, execution.SecondaryRoots.Roots);
        }

        writer.Reference(FollowerKey, execution.SecondaryRoots.Follower);
    }

    public override void Read(Entry all, SnapshotReader reader, LoadedRun run)
    {
        run.LastInstance = all.Get(LastInstanceKey).Counter();
        Entry root = all.Get(RootKey);
        run.Root = reader.Get<Frame>(root);
        if (run.Root.Number != 0)
        {
            throw root.Wrong("is an instance of another activity than the root");
        }

        run.SecondaryRoots.AddRange(reader.GetAll<Frame>(all, SecondaryKey));
        run.Follower = reader.GetOrNull<RootFollower>(all, FollowerKey);
    }

    /// <summary>Parents and delegates' arguments are known now, and so is what is around each instance.</summary>
    public override void Finish(LoadedRun run) => run.SetScopes();
}
