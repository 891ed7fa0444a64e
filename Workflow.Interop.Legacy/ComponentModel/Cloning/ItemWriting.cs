using System.Collections;
using System.Runtime.InteropServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes the content of arrays and collections, for clones and for saved instances.</summary>
internal static class ItemWriting
{
    /// <summary>Writes the items of an array. The reader already knows the length.</summary>
    public static void Write(ByteWriter writer, Array array, Action<object?> writeItem)
    {
        if (array.GetType().GetElementType()!.IsPrimitive)
        {
            writer.Write(MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetArrayDataReference(array), Buffer.ByteLength(array)));
            return;
        }

        foreach (object? item in array)
        {
            writeItem(item);
        }
    }

    /// <summary>Writes the number of items of a collection, and the items. Writes nothing for other objects.</summary>
    public static void Write(ByteWriter writer, CloneType type, object collection, Action<object?> writeItem)
    {
        if (type.Kind == CloneKind.Dictionary)
        {
            IDictionary entries = (IDictionary)collection;
            writer.Write7BitEncodedInt(entries.Count);
            foreach (DictionaryEntry entry in entries)
            {
                writeItem(entry.Key);
                writeItem(entry.Value);
            }
        }
        else if (type.Kind == CloneKind.List)
        {
            WriteList(writer, (IEnumerable)collection, writeItem);
        }
    }

    private static void WriteList(ByteWriter writer, IEnumerable collection, Action<object?> writeItem)
    {
        if (collection is IList list)
        {
            int count = list.Count;
            writer.Write7BitEncodedInt(count);
            for (int i = 0; i < count; i++)
            {
                writeItem(list[i]);
            }

            return;
        }

        object?[] items = [.. collection.Cast<object?>()];
        writer.Write7BitEncodedInt(items.Length);
        Array.ForEach(items, writeItem);
    }
}
