using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>The roots of the trees of instances, and the highest instance number.</summary>
internal sealed class RootsSection : Section
{
    public const string LastInstanceKey = "lastInstance";

    private const string RootKey = "root", SecondaryKey = "secondaryRoots", ContinuationKey = "afterRoot";

    public override void Write(SnapshotWriter writer)
    {
        InstanceState instance = writer.Source;
        List<Frame> secondary = instance.KnownScopes?.SecondaryRoots ?? [];
        writer.AddTree(instance.Root!);
        foreach (Frame root in secondary)
        {
            writer.AddTree(root);
        }

        writer.WriteCounter(LastInstanceKey, instance.LastInstance);
        writer.WriteReference(RootKey, instance.Root);
        if (secondary.Count > 0)
        {
            writer.WriteReferences(SecondaryKey, secondary);
        }

        writer.WriteReference(ContinuationKey, instance.KnownScopes?.RootContinuation);
    }

    public override void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run)
    {
        run.LastInstance = all.Get(LastInstanceKey).Counter();
        SnapshotNode root = all.Get(RootKey);
        run.Root = reader.Get<Frame>(root);
        if (run.Root.Number != 0)
        {
            throw root.Invalid("is not an instance of the root activity");
        }

        run.SecondaryRoots.AddRange(reader.GetAll<Frame>(all, SecondaryKey));
        run.RootContinuation = reader.GetOrNull<RootContinuation>(all, ContinuationKey);
    }

    /// <summary>Sets the outer environments, which depend on parents and arguments of delegates.</summary>
    public override void Finish(LoadedRun run) => run.SetOuterEnvironments();
}
