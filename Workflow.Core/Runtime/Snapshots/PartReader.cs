namespace Workflow.Runtime.Snapshots;

/// <summary>Gives the members of one object that reads itself.</summary>
internal sealed class PartReader(SnapshotReader reader, Entry entry) : StateReader
{
    public override long ReadNumber(string key) => entry.Get(key).Counter();

    public override string ReadWord(string key) => entry.Get(key).Text();

    public override bool ReadFlag(string key) => entry.Get(key).Flag();

    public override T? ReadValue<T>(string key)
        where T : default => (T?)reader.Cells.Read(entry.Get(key), typeof(T), new PlaceOfValue("state", key, null));

    public override T ReadRequired<T>(string key) => ReadValue<T>(key) ?? throw entry.Wrong($"has nothing as '{key}'");

    public override IReadOnlyList<T?> ReadValues<T>(string key)
        where T : default
    {
        List<T?> values = [];
        foreach (Entry cell in entry.Get(key).Items())
        {
            values.Add((T?)reader.Cells.Read(cell, typeof(T), new PlaceOfValue("state", key, null)));
        }

        return values;
    }
}
