namespace Workflow.Runtime.Snapshots;

/// <summary>One section of the document. Stateless.</summary>
internal abstract class Section
{
    public abstract void Write(SnapshotWriter writer);

    /// <summary>Reads what <see cref="Write"/> wrote, in the same order. All objects have been made, and those of the object list are filled last.</summary>
    public abstract void Read(Entry all, SnapshotReader reader, LoadedRun run);

    /// <summary>Looks at what needs filled objects, when all sections have been read. No cell is left to read then.</summary>
    public virtual void Finish(LoadedRun run)
    {
    }
}

/// <summary>
/// The sections in the one order in which a document is written and read: a cell may hold the same object as an earlier cell, so that a reader that takes them in
/// another order would mix up what the instance had. The object list is last, because all others add to it.
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

    public static LoadedRun Read(Entry all, SnapshotReader reader)
    {
        LoadedRun run = new(reader);
        reader.MakeObjects();
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
