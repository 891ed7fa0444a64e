using System.Collections;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes what is in arrays and collections: the same in clones and in saved instances.</summary>
internal static class ItemWriting
{
    /// <summary>Writes the items of an array, whose length is known already.</summary>
    public static void Write(BinaryWriter writer, Array array, Action<object?> writeItem)
    {
        if (array.GetType().GetElementType()!.IsPrimitive)
        {
            byte[] bytes = new byte[Buffer.ByteLength(array)];
            Buffer.BlockCopy(array, 0, bytes, 0, bytes.Length);
            writer.Write(bytes);
            return;
        }

        foreach (object? item in array)
        {
            writeItem(item);
        }
    }

    /// <summary>Writes how many items a collection has, and the items; nothing for other objects.</summary>
    public static void Write(BinaryWriter writer, CloneType type, object collection, Action<object?> writeItem)
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
            object?[] items = [.. ((IEnumerable)collection).Cast<object?>()];
            writer.Write7BitEncodedInt(items.Length);
            Array.ForEach(items, writeItem);
        }
    }
}
