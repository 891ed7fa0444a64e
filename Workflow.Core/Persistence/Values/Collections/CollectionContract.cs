using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>A collection: what it compares with, if that is not the default, and what it holds: <c>[1,2]</c> or <c>{"@comparer":"ordinal","@items":["a"]}</c>.</summary>
internal abstract class CollectionContract : ValueContract
{
    /// <summary>Null: it does not compare, or as the type of its elements does by default.</summary>
    public virtual object? ComparerOf(object collection) => null;

    /// <summary>Writes what it holds, as one JSON value.</summary>
    public abstract void WriteItems(object collection, ValueWriter writer);

    /// <summary>Reads into a collection that is made first, and holds nothing.</summary>
    public abstract void ReadItems(JsonElement items, object collection, ValueReader reader);

    /// <summary>Makes an empty one. Only for those that are made first.</summary>
    public abstract object Make(object? comparer);

    /// <summary>Empties one that its own constructor may have filled.</summary>
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
