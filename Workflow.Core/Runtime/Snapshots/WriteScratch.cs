using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The buffer and the tables of a save. The thread keeps them for the next save, because new ones would be three quarters of what the save of a
/// small instance allocates.
/// </summary>
#pragma warning disable CA1001 // The writer has no buffer of its own, so there is nothing to dispose.
internal sealed class WriteScratch
#pragma warning restore CA1001
{
    /// <summary>The largest buffer and tables to keep.</summary>
    private const int MostBytes = 32_768, MostObjects = 256;

    public static readonly JsonWriterOptions Options = new() { Encoder = StrictEncoder.Instance, MaxDepth = SnapshotLimits.Depth };

    [ThreadStatic]
    private static WriteScratch? _spare;

    private WriteScratch() => Json = new Utf8JsonWriter(Buffer, Options);

    public LimitedBuffer Buffer { get; } = new();

    public Utf8JsonWriter Json { get; }

    /// <summary>The objects with identity, in the order of the list.</summary>
    public List<object> Objects { get; } = [];

    public Dictionary<object, int> Indexes { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The item in which each object was found first, for error messages.</summary>
    public Dictionary<object, ValueOrigin> Origins { get; } = new(ReferenceEqualityComparer.Instance);

    public Stack<Frame> Pending { get; } = new();

    public HashSet<Frame> Living { get; } = new(ReferenceEqualityComparer.Instance);

    public Dictionary<LocationEnvironment, Frame> Owners { get; } = new(ReferenceEqualityComparer.Instance);

    public TargetChains Chains { get; } = new();

    /// <summary>Objects of the application that were written, with their numbers.</summary>
    public Dictionary<object, int> Written { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The slots of all environments that were in the list of objects at the last search.</summary>
    public Dictionary<Location, (LocationEnvironment Environment, int Slot)> Locations { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The numbers of the activities that the document mentions.</summary>
    public HashSet<int> Mentioned { get; } = [];

    /// <summary>The same in their order.</summary>
    public List<int> Numbers { get; } = [];

    /// <summary>Those of the thread's last save. A nested save, by a converter of the application, gets new ones.</summary>
    public static WriteScratch Take()
    {
        WriteScratch scratch = _spare ?? new WriteScratch();
        _spare = null;
        return scratch;
    }

    /// <summary>Clears them and keeps them for the thread's next save. Those of a failed save are not kept.</summary>
    public void GiveBack()
    {
        // The capacity of the list, and so of the indexes: objects that a comparison added and removed leave it larger.
        bool isSmall = Buffer.Capacity <= MostBytes && Objects.Capacity <= MostObjects && Origins.Count <= MostObjects && Owners.Count <= MostObjects && Written.Count <= MostObjects
            && Locations.Count <= MostObjects && Chains.Count <= MostObjects && Mentioned.Count <= MostObjects;
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
