namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Reads a change of a definition from its saved format.</summary>
internal static class ChangeReader
{
    /// <summary>Creates the new activities of a change. Does not modify the tree. The bytes are untrusted.</summary>
    /// <exception cref="StateDamageException">The bytes are damaged, or do not fit the tree.</exception>
    public static DefinitionChange Read(byte[] bytes, CompositeActivity root, ExternalReferences references)
    {
        StateBytes state = new(bytes);
        Activity[] known = [.. ActivityNames.Tree(root)];
        DefinitionChange? change = null;
        ActivityStateReader.ReadAdded(
            state,
            types => LivePositions.OfChange(known, [], (change = new ShapeReader(state, types, known).Read()).Added),
            known.Length,
            references);
        return change!;
    }
}
