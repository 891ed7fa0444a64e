namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// What the write of a save needs and the next one on the same thread uses again: buffers and tables, without a reference to anything of the instance. Large ones are not kept.
/// </summary>
internal sealed class StateScratch
{
    private const int MostBytes = 1 << 18;
    private const int MostObjects = 1 << 12;
    private const int MostTypes = 1 << 10;

    [ThreadStatic]
    private static StateScratch? s_spare;

    private StateScratch()
    {
    }

    /// <summary>The places of the activities that are written.</summary>
    public LivePlaces Live { get; } = new();

    public ByteWriter Result { get; } = new(4096);

    public ByteWriter Places { get; } = new(64);

    public ByteWriter Headers { get; } = new();

    public ByteWriter Bodies { get; } = new(2048);

    /// <summary>The objects, by the order in which they were found.</summary>
    public ObjectNumbers Objects { get; } = new();

    /// <summary>The collections among them whose items are found by hash codes or comparison.</summary>
    public List<object> Keyed { get; } = [];

    public ObjectNumbers Exceptions { get; } = new();

    /// <summary>The properties, by the order in which they were found.</summary>
    public ObjectNumbers Keys { get; } = new();

    /// <summary>Objects that are not written, and what had them: an activity, or a name.</summary>
    public Queue<(object Value, object Owner)> Waiting { get; } = new();

    public KeyDepths Depths { get; } = new();

    public TypeTableWriter Types { get; } = new();

    /// <summary>The one that this thread has, which no other write uses.</summary>
    public static StateScratch Rent(SavedTypes names)
    {
        StateScratch rented = s_spare ?? new StateScratch();
        s_spare = null;
        rented.Types.Begin(names);
        return rented;
    }

    /// <summary>Gives it back, also after a write that has failed.</summary>
    public void Return()
    {
        Live.Clear(MostObjects);
        Objects.Clear(MostObjects);
        Exceptions.Clear(MostObjects);
        Keys.Clear(MostObjects);
        Keyed.Clear();
        Waiting.Clear();
        Depths.Clear();
        Types.End();
        bool isLarge = Math.Max(Result.Capacity, Bodies.Capacity) > MostBytes || Types.Remembered > MostTypes
            || Math.Max(Keyed.Capacity, Waiting.Capacity) > MostObjects || Live.All.Capacity > MostObjects || Depths.Capacity > MostObjects;
        foreach (ByteWriter writer in (ReadOnlySpan<ByteWriter>)[Result, Places, Headers, Bodies])
        {
            writer.Clear();
        }

        s_spare = isLarge ? null : this;
    }
}
