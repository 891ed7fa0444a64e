using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Writes one snapshot. Whatever has an identity (instances, environments, bookmarks, handles and the like) is an element of one list, and is referred to by its place there;
/// a reference to something new adds it, until nothing new is left.
/// </summary>
internal sealed class SnapshotWriter : IDisposable
{
    private static readonly JsonWriterOptions Options = new() { Encoder = StrictEncoder.Instance, MaxDepth = SnapshotLimits.Depth };

    private readonly LimitedBuffer _buffer = new();
    private readonly Dictionary<object, int> _places = new(ReferenceEqualityComparer.Instance);
    private readonly List<object> _objects = [];

    /// <summary>Where an object of the author's class was found first, for errors.</summary>
    private readonly Dictionary<object, PlaceOfValue> _found = new(ReferenceEqualityComparer.Instance);
    private int _parts;

    public SnapshotWriter(WorkflowExecution execution, SnapshotState state, ValueSerializer serializer, TypeRegistry types)
    {
        Execution = execution;
        State = state;
        Instance = new SavedInstance(state.InstanceId);
        Layout = ProgramLayout.Of(execution.Program);
        Json = new Utf8JsonWriter(_buffer, Options);
        Cells = new CellWriter(this, serializer, types);
    }

    public WorkflowExecution Execution { get; }

    public SnapshotState State { get; }

    public SavedInstance Instance { get; }

    public ProgramLayout Layout { get; }

    public Utf8JsonWriter Json { get; }

    public CellWriter Cells { get; }

    public ExceptionTrees Exceptions { get; } = new();

    public TargetChains Chains { get; } = new();

    /// <summary>The instances that <see cref="AddTree"/> found; all others have ended, and lie in values only.</summary>
    public HashSet<Frame> Living { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>Whose own environment it is; only of the living.</summary>
    public Dictionary<LocationEnvironment, Frame> Owners { get; } = new(ReferenceEqualityComparer.Instance);

    public IReadOnlyList<object> Objects => _objects;

    /// <summary>The place of an object in the list; a new one is added. An environment of a living instance has the place of that.</summary>
    public int PlaceOf(object value)
    {
        if (value is LocationEnvironment owned && Owners.TryGetValue(owned, out Frame? owner))
        {
            value = owner;
        }

        if (_places.TryGetValue(value, out int known))
        {
            return known;
        }

        int place = Add(value);

        // With all that is around it, so that what is bound to a place out there finds it.
        LocationEnvironment? around = (value as LocationEnvironment)?.Parent;
        for (; around is not null && !Owners.ContainsKey(around) && !_places.ContainsKey(around); around = around.Parent)
        {
            Add(around);
        }

        return place;
    }

    /// <summary>Says where an object lies, unless that is known. What it refers to lies there too.</summary>
    public void Found(object value, in PlaceOfValue place) => _found.TryAdd(value, place);

    public SavedPlace PlaceOfFirst(object value) =>
        (_found.TryGetValue(value, out PlaceOfValue place) ? place : new PlaceOfValue("queue", value.GetType().Name, null)).Name();

    /// <summary>Adds an instance and all below it with their environments, so that places in them can be found.</summary>
    public void AddTree(Frame top)
    {
        Stack<Frame> pending = new([top]);
        while (pending.TryPop(out Frame? frame))
        {
            Living.Add(frame);
            if (frame.Number != Frame.NoActivity && frame.Own is { } own)
            {
                Owners[own] = frame;
            }

            PlaceOf(frame);

            if (frame.Environment is { } environment)
            {
                PlaceOf(environment);
            }

            for (Frame? child = frame.ChildCount == 0 ? null : frame.LastChild; child is not null; child = child.PreviousSibling)
            {
                pending.Push(child);
            }
        }
    }

    /// <summary>The environment that is saved with an object of the list; null: none.</summary>
    public LocationEnvironment? EnvironmentOf(object value) => value is Frame frame ? (Living.Contains(frame) && frame.Number != Frame.NoActivity ? frame.Own : null) : value as LocationEnvironment;

    public void Reference(string key, object? value)
    {
        if (value is not null)
        {
            Json.WriteNumber(key, PlaceOf(value));
        }
    }

    /// <summary>Refers to an environment; null: nothing.</summary>
    public void Environment(string key, LocationEnvironment? environment) => Reference(key, environment);

    /// <summary>Writes a number that is counted on after the load.</summary>
    public void Counter(string key, long number)
    {
        if (number is < 0 or > SnapshotLimits.Counter)
        {
            throw new SnapshotException($"The instance cannot be saved: its '{key}' is {number}, and {SnapshotLimits.Counter} is the limit.", key, null);
        }

        Json.WriteNumber(key, number);
    }

    /// <summary>Writes a text; null: none.</summary>
    public void Text(string key, string? text, in SavedPlace place)
    {
        // Written otherwise than it is, it could be equal to another one, and the document could not be read.
        if (text is not null && !SimpleValues.IsWellFormed(text))
        {
            throw place.CannotSave(text, $"its '{key}' has half of a pair of surrogates, which no UTF-8 text can have");
        }

        Json.WriteString(key, text);
    }

    public void References(string key, IEnumerable<object> values)
    {
        Json.WriteStartArray(key);
        foreach (object value in values)
        {
            Json.WriteNumberValue(PlaceOf(value));
        }

        Json.WriteEndArray();
    }

    /// <summary>Writes a callback of an activity as a name; null: nothing.</summary>
    public void Callback(string key, Delegate? callback, Activity activity)
    {
        if (callback is null)
        {
            return;
        }

        string name = Layout.Callbacks.NameOf(callback, activity) ?? throw new SnapshotException(
            $"The instance cannot be saved: the callback '{callback.Method.Name}' of '{activity.DisplayName}' ({activity.Id}) would not be found again by its name; make it a method of that activity with a name of its own.",
            callback.Method.Name,
            activity.DisplayName);
        Json.WriteString(key, name);
    }

    /// <summary>Writes the list; what is added meanwhile belongs to it.</summary>
    public void WriteObjects()
    {
        Json.WriteStartArray(ObjectsSection.Key);
        for (int place = 0; place < _objects.Count; place++)
        {
            Json.WriteStartObject();
            ObjectFormats.Of(_objects[place]).Write(_objects[place], this);
            Json.WriteEndObject();
        }

        Json.WriteEndArray();
        Exceptions.Check(place => PlaceOfFirst(_objects[place]).CannotSave(
            _objects[place],
            $"its inner exceptions are nested more than {SnapshotLimits.ExceptionDepth} deep, or are more than {SnapshotLimits.ExceptionParts} when each is counted as often as it is referred to"));
    }

    /// <summary>The finished document.</summary>
    public byte[] Close()
    {
        Json.Flush();
        byte[] data = SnapshotSeal.Close(_buffer.Written);
        return data.Length <= SnapshotLimits.Bytes ? data : throw LimitedBuffer.TooLarge();
    }

    private int PartsOf(object value) => 1 + (EnvironmentOf(value)?.Slots.Length ?? 0);

    private int Add(object value)
    {
        int place = _objects.Count;
        _parts += PartsOf(value);
        if (_parts > SnapshotLimits.Objects)
        {
            throw new SnapshotException($"The instance cannot be saved: it consists of more than {SnapshotLimits.Objects} parts.");
        }

        _places.Add(value, place);
        _objects.Add(value);
        return place;
    }

    /// <summary>Takes out again what was added since there were so many objects; nothing that is written refers to it.</summary>
    public void Forget(int known)
    {
        for (int place = _objects.Count - 1; place >= known; place--)
        {
            _places.Remove(_objects[place]);
            _parts -= PartsOf(_objects[place]);
            _objects.RemoveAt(place);
        }

        Cells.Forget(known);
    }

    public void Dispose() => Json.Dispose();
}
