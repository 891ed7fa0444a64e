namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes the sections of saved state in their order: types, positions, objects, values.</summary>
internal static class SavedSections
{
    public static void Join(ByteWriter result, TypeTableWriter types, ByteWriter positions, ByteWriter headers, ByteWriter bodies)
    {
        result.Write7BitEncodedInt(types.Count);
        result.Write(types.Bytes);
        result.Write(positions.Written);
        Append(result, headers);
        Append(result, bodies);
    }

    private static void Append(ByteWriter result, ByteWriter section)
    {
        result.Write7BitEncodedInt(section.Written.Length);
        result.Write(section.Written);
    }
}
