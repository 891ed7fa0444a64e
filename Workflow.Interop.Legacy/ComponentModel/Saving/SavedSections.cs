namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The order of the sections of saved state: types, places, objects, values.</summary>
internal static class SavedSections
{
    public static byte[] Join(TypeTableWriter types, BinaryWriter places, BinaryWriter headers, BinaryWriter bodies)
    {
        using MemoryStream result = new();
        using BinaryWriter writer = new(result);
        (int count, byte[] table) = types.Table;
        writer.Write7BitEncodedInt(count);
        writer.Write(table);
        writer.Write(BytesOf(places));
        Append(writer, headers);
        Append(writer, bodies);
        writer.Flush();
        return result.ToArray();
    }

    private static void Append(BinaryWriter writer, BinaryWriter section)
    {
        byte[] bytes = BytesOf(section);
        writer.Write7BitEncodedInt(bytes.Length);
        writer.Write(bytes);
    }

    private static byte[] BytesOf(BinaryWriter section)
    {
        section.Flush();
        return ((MemoryStream)section.BaseStream).ToArray();
    }
}
