namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The buffers and tables of a save, which the next save on the same thread reuses. After a save, they hold no reference to an object of the instance. Large
/// ones are not kept.
/// </summary>
internal sealed class StateBuffers
{
    private const int MostBytes = 1 << 18;
    private const int MostObjects = 1 << 12;
    private const int MostTypes = 1 << 10;

    [ThreadStatic]
    private static StateBuffers? s_spare;

    private StateBuffers()
    {
    }

    /// <summary>The numbers of the activities that are written.</summary>
    public LivePositions Live { get; } = new();

    public ByteWriter Result { get; } = new(4096);

    public ByteWriter Positions { get; } = new(64);

    public ByteWriter Headers { get; } = new();

    public ByteWriter Bodies { get; } = new(2048);

    /// <summary>The objects, numbered in the order of discovery.</summary>
    public ObjectNumbers Objects { get; } = new();

    /// <summary>The collections that find their items by hash code or by comparison.</summary>
    public List<object> Keyed { get; } = [];

    public ObjectNumbers Exceptions { get; } = new();

    /// <summary>The properties, numbered in the order of discovery.</summary>
    public ObjectNumbers Keys { get; } = new();

    /// <summary>Objects that are not written yet, and their owners: an activity, or a name.</summary>
    public Queue<(object Value, object Owner)> Waiting { get; } = new();

    public KeyDepths Depths { get; } = new();

    public TypeTableWriter Types { get; } = new();

    /// <summary>Takes the buffers of this thread, or creates new ones. No other save uses them until <see cref="Return"/>.</summary>
    public static StateBuffers Rent(SavedTypes names)
    {
        StateBuffers rented = s_spare ?? new StateBuffers();
        s_spare = null;
        rented.Types.Begin(names);
        return rented;
    }

    /// <summary>Returns the buffers for reuse. Must also be called after a failed save.</summary>
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
        foreach (ByteWriter writer in (ReadOnlySpan<ByteWriter>)[Result, Positions, Headers, Bodies])
        {
            writer.Clear();
        }

        s_spare = isLarge ? null : this;
    }
}
