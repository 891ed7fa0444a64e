namespace Workflow.Runtime.Snapshots;

/// <summary>A section of the document. Stateless.</summary>
internal abstract class Section
{
    public abstract void Write(SnapshotWriter writer);

    /// <summary>Reads the data that <see cref="Write"/> wrote, in the same order. All objects of the list exist; they are filled last.</summary>
    public abstract void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run);

    /// <summary>Does the work that needs filled objects, after all sections were read. It reads no values.</summary>
    public virtual void Finish(LoadedRun run)
    {
    }
}
