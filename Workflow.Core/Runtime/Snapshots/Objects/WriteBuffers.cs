using System.Text.Json;
using Workflow.Data;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The buffer and the tables of a save. The thread keeps them for the next save, because new ones would be three quarters of what the save of a
/// small instance allocates.
/// </summary>
#pragma warning disable CA1001 // The writer has no buffer of its own, so there is nothing to dispose.
internal sealed class WriteBuffers
#pragma warning restore CA1001
{
    /// <summary>The largest buffer and tables that are kept.</summary>
    private const int MostBytes = 32_768, MostObjects = 256;

    [ThreadStatic]
    private static WriteBuffers? _spare;

    private WriteBuffers() => Json = new Utf8JsonWriter(Buffer, SnapshotJson.WriterOptions);

    public LimitedBuffer Buffer { get; } = new();

    public Utf8JsonWriter Json { get; }

    /// <summary>The objects with identity, in the order of the list in the document.</summary>
    public List<object> Objects { get; } = [];

    public Dictionary<object, int> Indexes { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The item in which each object was first found, for error messages.</summary>
    public Dictionary<object, ValueOrigin> Origins { get; } = new(ReferenceEqualityComparer.Instance);

    public Stack<Frame> Pending { get; } = new();

    public HashSet<Frame> Living { get; } = new(ReferenceEqualityComparer.Instance);

    public Dictionary<LocationEnvironment, Frame> Owners { get; } = new(ReferenceEqualityComparer.Instance);

    public TargetChains Chains { get; } = new();

    /// <summary>The objects of the application that were written, with their numbers.</summary>
    public Dictionary<object, int> Written { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The slots of all environments that the list of objects contained at the last search.</summary>
    public Dictionary<Location, (LocationEnvironment Environment, int Slot)> Locations { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The numbers of the activities that the document mentions.</summary>
    public HashSet<int> Mentioned { get; } = [];

    /// <summary>The same numbers, sorted.</summary>
    public List<int> Numbers { get; } = [];

    /// <summary>Takes the buffers that the thread has kept, or creates some. A nested save, by a converter of the application, gets new ones.</summary>
    public static WriteBuffers Take()
    {
        WriteBuffers buffers = _spare ?? new WriteBuffers();
        _spare = null;
        return buffers;
    }

    /// <summary>Clears the buffers and keeps it for the next save of the thread, unless it is too large. A failed save does not return its buffers.</summary>
    public void Return()
    {
        // The capacity of the list also bounds the indexes: objects that a comparison added and removed leave both larger.
        bool isSmall = Buffer.Capacity <= MostBytes && Objects.Capacity <= MostObjects && Origins.Count <= MostObjects && Owners.Count <= MostObjects
            && Written.Count <= MostObjects && Locations.Count <= MostObjects && Chains.Count <= MostObjects && Mentioned.Count <= MostObjects;
        if (!isSmall)
        {
            return;
        }

        Buffer.Clear();
        Json.Reset();
        Objects.Clear();
        Indexes.Clear();
        Origins.Clear();
        Living.Clear();
        Owners.Clear();
        Chains.Clear();
        Written.Clear();
        Locations.Clear();
        Mentioned.Clear();
        Numbers.Clear();
        _spare = this;
    }
}
