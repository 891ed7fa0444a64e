namespace Workflow.Runtime.Snapshots;

/// <summary>Reads the members of an object that reads itself.</summary>
internal sealed class PartReader(SnapshotReader reader, SnapshotNode entry) : StateReader
{
    public override long ReadNumber(string key) => entry.Get(key).Counter();

    public override string ReadWord(string key) => entry.Get(key).Text();

    public override bool ReadFlag(string key) => entry.Get(key).Flag();

    public override T? ReadValue<T>(string key)
        where T : default => (T?)reader.Values.Read(entry.Get(key), typeof(T), new ValueOrigin("state", key, null));

    public override T ReadRequired<T>(string key) => ReadValue<T>(key) ?? throw entry.Invalid($"has no value for '{key}'");

    public override IReadOnlyList<T?> ReadValues<T>(string key)
        where T : default
    {
        List<T?> values = [];
        foreach (SnapshotNode encoded in entry.Get(key).Items())
        {
            values.Add((T?)reader.Values.Read(encoded, typeof(T), new ValueOrigin("state", key, null)));
        }

        return values;
    }
}
