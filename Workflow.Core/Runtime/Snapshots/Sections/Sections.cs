namespace Workflow.Runtime.Snapshots;

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
