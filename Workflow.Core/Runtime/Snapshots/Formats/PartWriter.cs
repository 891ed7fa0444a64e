namespace Workflow.Runtime.Snapshots;

/// <summary>Writes the members of an object that writes itself.</summary>
internal sealed class PartWriter(SnapshotWriter writer, ValueOrigin origin) : StateWriter
{
    public override void WriteNumber(string key, long number) => writer.WriteCounter(key, number);

    public override void WriteWord(string key, string word) => writer.Json.WriteString(key, word);

    public override void WriteFlag(string key, bool flag) => writer.Json.WriteBoolean(key, flag);

    public override void WriteValue(string key, object? value, Type type) =>
        writer.Values.Write(key, value, type, new ValueOrigin("state", key, origin.Activity));

    public override void WriteValues(string key, IEnumerable<object?> values, Type type)
    {
        writer.Json.WriteStartArray(key);
        foreach (object? value in values)
        {
            writer.Values.Write(value, type, new ValueOrigin("state", key, origin.Activity));
        }

        writer.Json.WriteEndArray();
    }
}
