using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Reads the encoded values that <see cref="EncodedValueWriter"/> wrote, in the same order.</summary>
internal sealed class EncodedValueReader
{
    private readonly SnapshotReader _reader;
    private readonly ValueSerializer _serializer;
    private readonly ValueContext _context;
    private readonly List<object> _read = [];

    public EncodedValueReader(SnapshotReader reader, ValueSerializer serializer, TypeRegistry types)
    {
        types.Freeze();
        _reader = reader;
        _serializer = serializer;
        _context = EngineConverters.ContextFor(types);
        Tags = new TypeTags(types, reader.Layout.Types);
    }

    /// <summary>The tags of types.</summary>
    public TypeTags Tags { get; }

    /// <summary>Reads a value and checks that it fits the declared type.</summary>
    public object? Read(SnapshotNode encoded, Type declared, in ValueOrigin origin, bool isStandalone = false)
    {
        object? value = ReadAny(encoded, declared, origin, isStandalone);
        bool fits = value is null ? !declared.IsValueType || Nullable.GetUnderlyingType(declared) is not null : declared.IsInstanceOfType(value);
        return fits
            ? value
            : throw origin.CannotRead($"is of type '{declared}' but the saved value {(value is null ? "is null" : $"is of type '{value.GetType()}'")}");
    }

    /// <summary>Reads a reference to an object of the instance itself.</summary>
    public object ReadReference(SnapshotNode encoded) => encoded.Count == 2
        ? ReadReference(encoded, encoded[1].Text()) ?? throw encoded.Invalid("is not a reference")
        : throw encoded.Invalid("is not a reference");

    private object? ReadReference(SnapshotNode encoded, string tag)
    {
        switch (tag)
        {
            case EncodedValueWriter.ObjectTag:
                return _reader.ObjectAt(encoded[0]);
            case EncodedValueWriter.ActivityTag:
                return _reader.Program.Plans[_reader.ActivityOf(encoded[0])].Activity;
            case EncodedValueWriter.EnvironmentTag:
                LocationEnvironment environment = _reader.EnvironmentAt(encoded[0]);
                _reader.MarkCaptured(environment);
                return environment;
            case EncodedValueWriter.LocationTag:
                // A value refers to the location, so the environment that contains it must be kept too.
                (LocationEnvironment container, int slot) = LocationAt(encoded[0]);
                _reader.MarkCaptured(container);
                return container.Slots[slot];
            default:
                return null;
        }
    }

    /// <summary>Reads the location that an argument is bound to.</summary>
    public Location ReadBound(SnapshotNode encoded, in ValueOrigin origin)
    {
        (LocationEnvironment environment, int slot) = LocationAt(encoded);
        Location target = environment.Slots[slot];
        return target ?? throw origin.CannotRead("is not bound to an argument or variable");
    }

    private (LocationEnvironment Environment, int Slot) LocationAt(SnapshotNode location)
    {
        LocationEnvironment environment = location.Count == 2
            ? _reader.EnvironmentAt(location[0])
            : throw location.Invalid("is not a reference to an argument or variable");
        return _reader.Layout.LayoutOf(environment).TryFind(location[1].Text(), out int slot)
            ? (environment, slot)
            : throw location.Invalid("is not a reference to an argument or variable");
    }

    /// <summary>Reads a value of any type.</summary>
    public object? ReadAny(SnapshotNode encoded, Type declared, in ValueOrigin origin, bool isStandalone = false)
    {
        if (encoded.IsNull)
        {
            return null;
        }

        int count = encoded.Count;
        bool isTagged = count > 1 && encoded[1].Element.ValueKind == JsonValueKind.String;
        int numberAt = isTagged ? 2 : 1;
        if (count == 0 || count > numberAt + 1)
        {
            throw encoded.Invalid("is not an array of a value, an optional tag and an optional number");
        }

        SnapshotNode? number = count > numberAt ? encoded[numberAt] : null;
        if (!isTagged)
        {
            return ReadValue(encoded[0], Nullable.GetUnderlyingType(declared) ?? declared, number, origin, isStandalone);
        }

        string tag = encoded[1].Text();
        if (number is null && ReadNamed(encoded, tag, isStandalone) is { } named)
        {
            return named;
        }

        Type type = Tags.TypeOf(tag, declared) ?? throw origin.CannotRead(
            $"has a value with the unknown alias '{tag}'", "add its type to the TypeRegistry among the extensions of the host");
        return ReadValue(encoded[0], type, number, origin, isStandalone);
    }

    /// <summary>Reads a reference to an object of the instance or to an earlier value; returns null if the tag is the tag of a type.</summary>
    private object? ReadNamed(SnapshotNode encoded, string tag, bool isStandalone)
    {
        if (ReadReference(encoded, tag) is { } reference)
        {
            return reference;
        }

        if (tag == EncodedValueWriter.SameTag)
        {
            int earlier = encoded[0].Int32();
            return !isStandalone && (uint)earlier < (uint)_read.Count ? _read[earlier] : throw encoded.Invalid("does not refer to an earlier value");
        }

        return null;
    }

    private object? ReadValue(SnapshotNode encoded, Type type, SnapshotNode? number, in ValueOrigin origin, bool isStandalone)
    {
        // The number is the position of the value in the order of writing. In another order, later references by number would return the wrong object.
        bool isNumbered = !isStandalone && EncodedValueWriter.HasIdentity(type);
        if (isNumbered ? number?.Int32() != _read.Count : number is not null)
        {
            throw encoded.Invalid("is a value without its number, or with the number of another value");
        }

        object? value;
        try
        {
            using EngineConverters.Scope use = EngineConverters.Enter(null, _reader);
            if (!SimpleValues.TryRead(encoded.Element, type, out value))
            {
                value = _serializer.Read(encoded.Element, type, _context);
            }
        }
        catch (Exception exception) when (exception is not SnapshotException)
        {
            // Converters and constructors of the application run here. Any exception that they throw makes the load fail.
            throw origin.CannotRead($"cannot be read as '{type}': {ThrownText.Of(exception)}", inner: exception);
        }

        if (isNumbered)
        {
            _read.Add(value ?? throw origin.CannotRead("has a number but no value"));
        }

        return value;
    }
}
