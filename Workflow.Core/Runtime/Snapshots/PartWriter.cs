namespace Workflow.Runtime.Snapshots;

/// <summary>Takes the members of one object that writes itself.</summary>
internal sealed class PartWriter(SnapshotWriter writer, SavedPlace owner) : StateWriter
{
    public override void WriteNumber(string key, long number) => writer.Counter(key, number);

    public override void WriteWord(string key, string word) => writer.Json.WriteString(key, word);

    public override void WriteFlag(string key, bool flag) => writer.Json.WriteBoolean(key, flag);

    public override void WriteValue(string key, object? value, Type type) => writer.Cells.Write(key, value, type, new PlaceOfValue("state", key, owner.Activity));

    public override void WriteValues(string key, IEnumerable<object?> values, Type type)
    {
        writer.Json.WriteStartArray(key);
        foreach (object? value in values)
        {
            writer.Cells.Write(value, type, new PlaceOfValue("state", key, owner.Activity));
        }

        writer.Json.WriteEndArray();
    }
}
