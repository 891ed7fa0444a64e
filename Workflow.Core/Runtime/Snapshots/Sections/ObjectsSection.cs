namespace Workflow.Runtime.Snapshots;

/// <summary>The list of all objects with identity.</summary>
internal sealed class ObjectsSection : Section
{
    public override void Write(SnapshotWriter writer) => writer.WriteObjects();

    public override void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run) => reader.LoadObjects();
}
