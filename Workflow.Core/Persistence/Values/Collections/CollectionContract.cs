using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// The contract of a collection: its comparer, if it is not the default, and its elements: <c>[1,2]</c> or <c>{"@comparer":"ordinal","@items":["a"]}</c>.
/// </summary>
internal abstract class CollectionContract : ValueContract
{
    /// <summary>Returns the comparer; null for a collection without a comparer or with the default comparer of its elements.</summary>
    public virtual object? ComparerOf(object collection) => null;

    /// <summary>Writes the elements, as one JSON value.</summary>
    public abstract void WriteItems(object collection, ValueWriter writer);

    /// <summary>Reads the elements into an empty collection that was created before.</summary>
    public abstract void ReadItems(JsonElement items, object collection, ValueReader reader);

    /// <summary>Creates an empty collection, for collections that are created before their elements are read.</summary>
    public abstract object Make(object? comparer);

    /// <summary>Removes the elements that a constructor may have added.</summary>
    public abstract void Clear(object collection);

    public override void Write(object value, ValueWriter writer)
    {
        if (ComparerOf(value) is not { } comparer)
        {
            WriteItems(value, writer);
            return;
        }

        writer.Json.WriteStartObject();
        writer.Json.WritePropertyName(Reserved.Comparer);
        Comparers.Write(comparer, writer);
        writer.Json.WritePropertyName(Reserved.Items);
        WriteItems(value, writer);
        writer.Json.WriteEndObject();
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        object? comparer = null;
        JsonElement items = json;
        if (json.ValueKind == JsonValueKind.Object && json.TryGetProperty(Reserved.Comparer, out JsonElement written))
        {
            comparer = Comparers.Read(written, reader);
            items = json.GetProperty(Reserved.Items);
        }

        return ReadWith(comparer, items, reader, place);
    }

    protected virtual object ReadWith(object? comparer, JsonElement items, ValueReader reader, int place)
    {
        object made = Make(comparer);
        reader.Made(place, made);
        ReadItems(items, made, reader);
        return made;
    }
}
