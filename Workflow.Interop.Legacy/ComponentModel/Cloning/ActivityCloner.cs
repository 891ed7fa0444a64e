namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Clones a tree of activities by writing it to bytes and reading the bytes. The clone shares the definition and the activities outside of the tree.
/// </summary>
internal static class ActivityCloner
{
    /// <exception cref="InvalidOperationException">A value cannot be cloned.</exception>
    public static Activity Clone(Activity template)
    {
        CloneLinks links = new();
        CloneWriter writer = new(template, links);
        (ArraySegment<byte> headers, ArraySegment<byte> bodies) = writer.Write();
        using CloneReader reader = new(headers, bodies, links);
        return reader.Read(template.Parent);
    }
}
