using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Encodes single values: <c>null</c>, <c>[value]</c> for a value of the declared type, <c>[value,"tag"]</c> for a value of another type. An object that a
/// later value may refer to is followed by its number: <c>[value,7]</c>, <c>[value,"tag",7]</c>. A tag with '@' marks a reference: to an object in the list, an
/// activity, an argument or variable, or an object that was written earlier: <c>[7,"@same"]</c>.
/// </summary>
internal sealed class EncodedValueWriter
{
    public const string ObjectTag = "@", ActivityTag = "@activity", EnvironmentTag = "@environment", LocationTag = "@place", SameTag = "@same";

    private readonly SnapshotWriter _writer;
    private readonly ValueSerializer _serializer;
    private readonly ValueContext _context;

    /// <summary>The objects of the application that were written, with their numbers, so that an object in two variables stays one object.</summary>
    private readonly Dictionary<object, int> _written;

    /// <summary>The slots of all environments that the list of objects contained at the last search.</summary>
    private readonly Dictionary<Location, (LocationEnvironment Environment, int Slot)> _locations;

    /// <summary>The number of objects of the list that <see cref="_locations"/> covers.</summary>
    private int _searched;

    /// <summary>The origin of the value that is being written.</summary>
    private ValueOrigin _origin;

    public EncodedValueWriter(SnapshotWriter writer, WriteBuffers buffers, ValueSerializer serializer, TypeRegistry types)
    {
        types.Freeze();
        _writer = writer;
        _written = buffers.Written;
        _locations = buffers.Locations;
        _serializer = serializer;
        _context = EngineConverters.ContextFor(types);
        Tags = new TypeTags(types, writer.Layout.Types);
    }

    private Utf8JsonWriter Json => _writer.Json;

    /// <summary>The tags of types.</summary>
    public TypeTags Tags { get; }

    /// <summary>Returns true if two encoded values can refer to the same object of the type.</summary>
    public static bool HasIdentity(Type type) => !type.IsValueType && type != typeof(string);

    public void Write(string key, object? value, Type declared, in ValueOrigin origin, bool isStandalone = false)
    {
        Json.WritePropertyName(key);
        Write(value, declared, origin, isStandalone);
    }

    /// <param name="value">The value.</param>
    /// <param name="declared">The declared type.</param>
    /// <param name="origin">The item that the value belongs to.</param>
    /// <param name="isStandalone">
    /// True if the value is read in another order than it is written, so it gets no number and no other value can refer to its object.
    /// </param>
    public void Write(object? value, Type declared, in ValueOrigin origin, bool isStandalone = false)
    {
        if (value is null)
        {
            Json.WriteNullValue();
            return;
        }

        try
        {
            Json.WriteStartArray();
            _origin = origin;
            if (!TryWriteReference(Json, value, declared))
            {
                WriteValue(value, declared, isStandalone);
            }

            Json.WriteEndArray();
        }
        catch (UnsavableValueException failure)
        {
            throw origin.CannotSave(value, failure.Reason, failure.InnerException);
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Converters and properties of the application run here. Any exception that they throw makes the save fail, and the instance continues.
            throw origin.CannotSave(
                value,
                $"the serializer cannot write it: {ThrownText.Of(exception)}; register a JsonConverter for its type, or do not keep it in saved state",
                exception);
        }
    }

    /// <summary>Writes a reference to an object of the instance, without the array around it; returns false for any other value.</summary>
    /// <exception cref="UnsavableValueException">The object does not belong to this instance.</exception>
    public bool TryWriteReference(Utf8JsonWriter json, object value, Type declared)
    {
        switch (value)
        {
            case Activity activity:
                json.WriteStringValue(_writer.Layout.Program.TryFind(activity, out int number)
                    ? _writer.Layout.IdOf(number)
                    : throw new UnsavableValueException(
                        activity.GetType(), "is an activity that is not part of the workflow definition; save the data that you need from it"));
                json.WriteStringValue(ActivityTag);
                _writer.Mention(number);
                return true;
            case Location location:
                WriteLocation(json, location);
                json.WriteStringValue(LocationTag);
                return true;
            case LocationEnvironment environment:
                _writer.RecordOrigin(value, _origin);
                json.WriteNumberValue(_writer.IndexOf(environment));
                json.WriteStringValue(EnvironmentTag);
                return true;
            default:
                if (!_writer.Formats.CanWrite(value))
                {
                    return false;
                }

                CheckFits(value, declared);
                _writer.RecordOrigin(value, _origin);
                json.WriteNumberValue(_writer.IndexOf(value));
                json.WriteStringValue(ObjectTag);
                return true;
        }
    }

    /// <summary>Checks that a load can put the restored form of an exception where a type is declared.</summary>
    /// <exception cref="UnsavableValueException">The restored form does not fit.</exception>
    public void CheckFits(object value, Type declared)
    {
        if (value is Exception exception && !RestoredExceptions.Fits(exception, declared, Tags))
        {
            throw new UnsavableValueException(
                value.GetType(), $"needs an alias where '{declared}' is declared; add its type to a TypeRegistry among the extensions of the host");
        }
    }

    /// <summary>Writes the location that an argument is bound to: the object with the environment, and the name of the argument or variable.</summary>
    public void WriteBound(string key, Location target, in ValueOrigin origin)
    {
        Json.WritePropertyName(key);
        try
        {
            WriteLocation(Json, target);
        }
        catch (UnsavableValueException failure)
        {
            throw origin.CannotSave(target, failure.Reason, failure.InnerException);
        }
    }

    private void WriteLocation(Utf8JsonWriter json, Location location)
    {
        (LocationEnvironment environment, int slot) = FindLocation(location)
            ?? throw new UnsavableValueException(
                location.GetType(), "is not the location of a variable or argument in scope, and other locations cannot be saved; save its value");
        json.WriteStartArray();
        json.WriteNumberValue(_writer.IndexOf(environment));
        json.WriteStringValue(_writer.Layout.LayoutOf(environment).NameOf(slot));
        json.WriteEndArray();
    }

    /// <summary>Resolves a reference that <see cref="TryWriteReference"/> wrote, while a save checks that a value can be read back.</summary>
    public object WrittenReference(SnapshotNode encoded) => encoded[1].Text() switch
    {
        ObjectTag => _writer.Objects[encoded[0].Int32()],
        ActivityTag => _writer.Layout.TryFind(encoded[0].Text(), out int number)
            ? _writer.Layout.Program.Plans[number].Activity
            : throw encoded.Invalid("is not the id of an activity"),
        EnvironmentTag => WrittenEnvironment(encoded[0]),
        _ => WrittenLocation(encoded[0]),
    };

    private LocationEnvironment WrittenEnvironment(SnapshotNode reference) =>
        _writer.EnvironmentOf(_writer.Objects[reference.Int32()]) ?? throw reference.Invalid("does not refer to an environment");

    private Location WrittenLocation(SnapshotNode location)
    {
        LocationEnvironment environment = WrittenEnvironment(location[0]);
        return _writer.Layout.LayoutOf(environment).TryFind(location[1].Text(), out int slot)
            ? environment.Slots[slot]
            : throw location.Invalid("is not a reference to an argument or variable");
    }

    /// <summary>Adjusts the search after the list of objects was truncated.</summary>
    public void Truncate(int count) => _searched = Math.Min(_searched, count);

    /// <summary>Returns true if the location is in an environment that is saved.</summary>
    public bool CanRefer(Location location) => FindLocation(location) is not null;

    private void WriteValue(object value, Type declared, bool isStandalone)
    {
        Type type = SavedType.Of(value);
        bool isDeclared = type == declared || type == Nullable.GetUnderlyingType(declared);
        bool hasTypeInside = !isDeclared && declared != typeof(object) && _serializer.WritesDerivedTypes(declared);
        Type writtenAs = hasTypeInside ? declared : type;
        bool isNumbered = !isStandalone && HasIdentity(writtenAs);
        int number = _written.Count;
        if (isNumbered && !_written.TryAdd(value, number))
        {
            Json.WriteNumberValue(_written[value]);
            Json.WriteStringValue(SameTag);
            return;
        }

        string? tag = isDeclared || hasTypeInside ? null : TagOf(type, declared);
        if (hasTypeInside || !SimpleValues.TryWrite(Json, value))
        {
            Serialize(value, writtenAs);
        }

        if (tag is not null)
        {
            Json.WriteStringValue(tag);
        }

        if (isNumbered)
        {
            Json.WriteNumberValue(number);
        }
    }

    private string TagOf(Type type, Type declared) => Tags.TagOf(type, declared) ?? throw new UnsavableValueException(
        type,
        TypeExamination.WhyNever(type) ?? $"needs an alias where '{declared}' is declared; add its type to a TypeRegistry among the extensions of the host");

    private void Serialize(object value, Type type)
    {
        using EngineConverters.Scope use = EngineConverters.Enter(_writer, null);
        _serializer.Write(Json, value, type, _context);
        VerifiedSerializers.Verify(_serializer, value, type, _context);
    }

    private (LocationEnvironment Environment, int Slot)? FindLocation(Location location)
    {
        for (; _searched < _writer.Objects.Count; _searched++)
        {
            LocationEnvironment? environment = _writer.EnvironmentOf(_writer.Objects[_searched]);
            for (int slot = 0; slot < (environment?.Slots.Length ?? 0); slot++)
            {
                _locations.TryAdd(environment!.Slots[slot], (environment, slot));
            }
        }

        return _locations.TryGetValue(location, out (LocationEnvironment Environment, int Slot) found) ? found : null;
    }
}
