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

/// <summary>
/// The sections in the order in which a document is written and read. The order must be the same, because a value can refer to an earlier value by its number.
/// The list of objects is last, because all other sections add to it.
/// </summary>
internal static class Sections
{
    private static readonly Section[] InOrder =
        [new StateSection(), new RootsSection(), new QueueSection(), new BookmarksSection(), new RequestsSection(), new ObjectsSection()];

    public static void Write(SnapshotWriter writer)
    {
        foreach (Section section in InOrder)
        {
            section.Write(writer);
        }
    }

    public static LoadedRun Read(SnapshotNode all, SnapshotReader reader)
    {
        LoadedRun run = new(reader);
        reader.CreateObjects();
        foreach (Section section in InOrder)
        {
            section.Read(all, reader, run);
        }

        reader.CheckReferences();
        foreach (Section section in InOrder)
        {
            section.Finish(run);
        }

        return run;
    }
}
