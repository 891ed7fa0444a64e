namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The order of the sections of saved state: types, places, objects, values.</summary>
internal static class SavedSections
{
    public static void Join(ByteWriter result, TypeTableWriter types, ByteWriter places, ByteWriter headers, ByteWriter bodies)
    {
        result.Write7BitEncodedInt(types.Count);
        result.Write(types.Bytes);
        result.Write(places.Written);
        Append(result, headers);
        Append(result, bodies);
    }

    private static void Append(ByteWriter result, ByteWriter section)
    {
        result.Write7BitEncodedInt(section.Written.Length);
        result.Write(section.Written);
    }
}
