using System.Buffers;
using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Writes one snapshot. Objects with identity (instances, environments, bookmarks, handles and others) are elements of one list, and a reference is an index
/// into the list. A reference to a new object adds the object to the list, until there are no new objects.
/// </summary>
internal sealed class SnapshotWriter
{
    private readonly WriteBuffers _buffers;
    private readonly Dictionary<object, int> _indexes;
    private readonly List<object> _objects;

    /// <summary>The number of objects, arguments and variables in the list.</summary>
    private int _size;

    /// <summary>The writer that receives the output while it is not known whether a value can be saved; null at any other time.</summary>
    private Utf8JsonWriter? _trial;

    public SnapshotWriter(InstanceState source, SnapshotState state, ValueSerializer serializer, TypeRegistry types, ObjectFormats formats)
    {
        _buffers = WriteBuffers.Take();
        _indexes = _buffers.Indexes;
        _objects = _buffers.Objects;
        Source = source;
        State = state;
        Formats = formats;
        Instance = new SavedInstance(state.InstanceId);
        Layout = ProgramLayout.Of(source.Program);
        Values = new EncodedValueWriter(this, _buffers, serializer, types);
    }

    /// <summary>The instance that is saved.</summary>
    public InstanceState Source { get; }

    public SnapshotState State { get; }

    public SavedInstance Instance { get; }

    public ProgramLayout Layout { get; }

    public Utf8JsonWriter Json => _trial ?? _buffers.Json;

    public ObjectFormats Formats { get; }

    public EncodedValueWriter Values { get; }

    public ExceptionTrees Exceptions { get; } = new();

    public TargetChains Chains => _buffers.Chains;

    /// <summary>The instances that <see cref="AddTree"/> found. All other instances have ended, and only values refer to them.</summary>
    public HashSet<Frame> Living => _buffers.Living;

    /// <summary>The instance that each environment belongs to, for the instances of <see cref="Living"/> only.</summary>
    public Dictionary<LocationEnvironment, Frame> Owners => _buffers.Owners;

    public IReadOnlyList<object> Objects => _objects;

    /// <summary>
    /// Returns the index of an object in the list, and adds a new object. An environment of a running instance has the index of the instance.
    /// </summary>
    public int IndexOf(object value)
    {
        if (value is LocationEnvironment owned && Owners.TryGetValue(owned, out Frame? owner))
        {
            value = owner;
        }

        if (_indexes.TryGetValue(value, out int known))
        {
            return known;
        }

        int index = Add(value);

        // Also adds the outer environments, so that arguments bound to locations in them can refer to them.
        LocationEnvironment? outer = (value as LocationEnvironment)?.Parent;
        for (; outer is not null && !Owners.ContainsKey(outer) && !_indexes.ContainsKey(outer); outer = outer.Parent)
        {
            Add(outer);
        }

        return index;
    }

    /// <summary>Records the item in which an object was first found. Objects to which it refers are reported with the same item.</summary>
    public void RecordOrigin(object value, in ValueOrigin origin) => _buffers.Origins.TryAdd(value, origin);

    public ValueOrigin OriginOf(object value) =>
        _buffers.Origins.TryGetValue(value, out ValueOrigin origin) ? origin : new ValueOrigin("object", value.GetType().Name, null);

    /// <summary>Adds an instance and all its descendants with their environments, so that locations in them can be found.</summary>
    public void AddTree(Frame top)
    {
        Stack<Frame> pending = _buffers.Pending;
        pending.Push(top);
        while (pending.TryPop(out Frame? frame))
        {
            Living.Add(frame);
            if (frame.Number != Frame.NoActivity && frame.Own is { } own)
            {
                Owners[own] = frame;
            }

            IndexOf(frame);

            if (frame.Environment is { } environment)
            {
                IndexOf(environment);
            }

            for (Frame? child = frame.ChildCount == 0 ? null : frame.LastChild; child is not null; child = child.PreviousSibling)
            {
                pending.Push(child);
            }
        }
    }

    /// <summary>Returns the environment that is saved with an object of the list; null if there is none.</summary>
    public LocationEnvironment? EnvironmentOf(object value) => value is Frame frame
        ? (Living.Contains(frame) && frame.Number != Frame.NoActivity ? frame.Own : null)
        : value as LocationEnvironment;

    /// <summary>Writes the index of an object; writes nothing for null.</summary>
    public void WriteReference(string key, object? value)
    {
        if (value is not null)
        {
            Json.WriteNumber(key, IndexOf(value));
        }
    }

    /// <summary>Writes a number that the instance increments after the load.</summary>
    public void WriteCounter(string key, long number)
    {
        if (number is < 0 or > SnapshotLimits.Counter)
        {
            throw new SnapshotException(
                $"The instance cannot be saved: its '{key}' is {number}, which is not a number from 0 to {SnapshotLimits.Counter}.", key, null);
        }

        Json.WriteNumber(key, number);
    }

    /// <summary>Writes a text or null.</summary>
    public void WriteText(string key, string? text, in ValueOrigin origin)
    {
        // A replacement character could make two names equal, and the document could not be read.
        if (text is not null && !SimpleValues.IsWellFormed(text))
        {
            throw origin.CannotSave(text, $"its '{key}' has half of a surrogate pair, which UTF-8 cannot represent; remove it");
        }

        Json.WriteString(key, text);
    }

    /// <summary>Writes an encoded value as a member to which nothing refers. Writes nothing if the value cannot be saved.</summary>
    /// <returns>The reason why the value cannot be saved; null if it was written.</returns>
    public SnapshotException? TryWriteMember(string key, object? value, Type declared, in ValueOrigin origin)
    {
        int count = _objects.Count;
        Utf8JsonWriter? outer = _trial;
        ArrayBufferWriter<byte> written = new();
        using Utf8JsonWriter trial = new(written, SnapshotJson.WriterOptions);
        try
        {
            _trial = trial;
            Values.Write(value, declared, origin, isStandalone: true);
            trial.Flush();
        }
        catch (SnapshotException failure)
        {
            Truncate(count);
            trial.Reset();
            return failure;
        }
        finally
        {
            _trial = outer;
        }

        Json.WritePropertyName(key);
        Json.WriteRawValue(written.WrittenSpan, skipInputValidation: true);
        return null;
    }

    public void WriteReferences(string key, IEnumerable<object> values)
    {
        Json.WriteStartArray(key);
        foreach (object value in values)
        {
            Json.WriteNumberValue(IndexOf(value));
        }

        Json.WriteEndArray();
    }

    /// <summary>Writes the name of a callback of an activity; writes nothing for null.</summary>
    public void WriteCallback(string key, Delegate? callback, Activity activity)
    {
        if (callback is null)
        {
            return;
        }

        string name = Layout.Callbacks.NameOf(callback, activity) ?? throw new SnapshotException(
            $"The instance cannot be saved: the callback '{callback.Method.Name}' of '{activity.DisplayName}' ({activity.Id}) cannot be found by its name after a load; use a method of the activity with a unique name.",
            callback.Method.Name,
            activity.DisplayName);
        Json.WriteString(key, name);
    }

    /// <summary>Writes the list, with the objects that are added while it is written.</summary>
    public void WriteObjects()
    {
        Json.WriteStartArray(ObjectFormats.ListKey);
        for (int index = 0; index < _objects.Count; index++)
        {
            Json.WriteStartObject();
            Formats.Of(_objects[index]).Write(_objects[index], this);
            Json.WriteEndObject();
        }

        Json.WriteEndArray();
        Exceptions.Check(index => OriginOf(_objects[index]).CannotSave(
            _objects[index],
            $"its inner exceptions are nested more than {SnapshotLimits.ExceptionDepth} levels deep, or are more than {SnapshotLimits.ExceptionCount} when each is counted once for each reference; save fewer of them"));
    }

    /// <summary>Records that the document mentions an activity.</summary>
    public void Mention(int number) => _buffers.Mentioned.Add(number);

    /// <summary>Returns the numbers of the activities that the document mentions, sorted.</summary>
    public List<int> Mentioned()
    {
        _buffers.Numbers.AddRange(_buffers.Mentioned);
        _buffers.Numbers.Sort();
        return _buffers.Numbers;
    }

    /// <summary>Completes the document and returns it. The writer is not used after that.</summary>
    public byte[] Close()
    {
        Json.Flush();
        byte[] data = SnapshotChecksum.Append(_buffers.Buffer.Written);
        _buffers.Return();
        return data.Length <= SnapshotLimits.Bytes ? data : throw LimitedBuffer.TooLarge();
    }

    private int SizeOf(object value) => 1 + (EnvironmentOf(value)?.Slots.Length ?? 0);

    private int Add(object value)
    {
        int index = _objects.Count;
        _size += SizeOf(value);
        if (_size > SnapshotLimits.Objects)
        {
            throw new SnapshotException(
                $"The instance cannot be saved: it has more than {SnapshotLimits.Objects} objects, arguments and variables; keep less state in the workflow.");
        }

        _indexes.Add(value, index);
        _objects.Add(value);
        return index;
    }

    /// <summary>Removes all objects except the first <paramref name="count"/>. No written data may refer to the removed objects.</summary>
    public void Truncate(int count)
    {
        for (int index = _objects.Count - 1; index >= count; index--)
        {
            _indexes.Remove(_objects[index]);
            _size -= SizeOf(_objects[index]);
            _objects.RemoveAt(index);
        }

        Values.Truncate(count);
    }
}
