using System.Collections.Specialized;
using System.Reflection;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contract of a collection of names with several strings each: <c>[["a","1","2"],["b"]]</c>.</summary>
internal sealed class NameValueContract : ValueContract
{
    private static readonly FieldInfo? Comparer = typeof(NameObjectCollectionBase).GetField("_keyComparer", BindingFlags.Instance | BindingFlags.NonPublic);

    private static readonly NameValueCollection Plain = [];

    public override bool IsMadeFirst => true;

    public override void Write(object value, ValueWriter writer)
    {
        NameValueCollection collection = (NameValueCollection)value;
        Check(collection);
        writer.Json.WriteStartArray();
        for (int i = 0; i < collection.Count; i++)
        {
            writer.Json.WriteStartArray();
            writer.Write(collection.GetKey(i), typeof(string));
            foreach (string text in collection.GetValues(i) ?? [])
            {
                writer.Write(text, typeof(string));
            }

            writer.Json.WriteEndArray();
        }

        writer.Json.WriteEndArray();
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        NameValueCollection made = [];
        reader.Made(place, made);
        foreach (JsonElement entry in json.EnumerateArray())
        {
            string? name = entry[0].GetString();
            if (entry.GetArrayLength() == 1)
            {
                made.Add(name, null);
            }

            foreach (JsonElement text in entry.EnumerateArray().Skip(1))
            {
                made.Add(name, text.GetString());
            }
        }

        return made;
    }

    private static void Check(NameValueCollection collection)
    {
        // Trimming may have removed the field of the comparer. Then the comparer cannot be checked, and the collection is not saved.
        if (Comparer is null || !Comparers.AreSame(Comparer.GetValue(collection), Comparer.GetValue(Plain)))
        {
            throw new UnsavableValueException(
                typeof(NameValueCollection), "has a comparer of its own, which cannot be saved; use the default one, or a dictionary");
        }
    }
}
