using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Writes single values as cells: <c>null</c>, <c>[value]</c> for one of the declared type, <c>[value,"tag"]</c> for one of another type. An object that a later cell may hold
/// too has its number behind that: <c>[value,7]</c>, <c>[value,"tag",7]</c>. A tag with '@' stands for something of the instance itself: an object of its list, an activity,
/// a place, or the same object as in an earlier cell: <c>[7,"@same"]</c>.
/// </summary>
internal sealed class CellWriter
{
    public const string ObjectTag = "@", ActivityTag = "@activity", EnvironmentTag = "@environment", PlaceTag = "@place", SameTag = "@same";

    private readonly SnapshotWriter _writer;
    private readonly ValueSerializer _serializer;
    private readonly ValueContext _context;
    private readonly TypeTags _tags;

    /// <summary>Objects of the author's that were written, in their order: one in two variables stays one.</summary>
    private readonly Dictionary<object, int> _written = new(ReferenceEqualityComparer.Instance);

    /// <summary>The places of the environments that were known when one was looked for last.</summary>
    private readonly Dictionary<Location, (LocationEnvironment Environment, int Slot)> _locations = new(ReferenceEqualityComparer.Instance);

    private int _searched;

    /// <summary>Where the value lies that is being written.</summary>
    private PlaceOfValue _place;

    public CellWriter(SnapshotWriter writer, ValueSerializer serializer, TypeRegistry types)
    {
        types.Freeze();
        _writer = writer;
        _serializer = serializer;
        _context = EngineConverters.ContextFor(types);
        _tags = new TypeTags(types, writer.Layout.Types);
    }

    private Utf8JsonWriter Json => _writer.Json;

    /// <summary>The tag of a type that no declaration names; null when there is none.</summary>
    public string? TagOf(Type type) => _tags.TagOf(type, typeof(object));

    /// <summary>Whether two cells can hold the same object of the type.</summary>
    public static bool HasIdentity(Type type) => !type.IsValueType && type != typeof(string);

    public void Write(string key, object? value, Type declared, in PlaceOfValue place, bool isAlone = false)
    {
        Json.WritePropertyName(key);
        Write(value, declared, place, isAlone);
    }

    /// <param name="value">The value.</param>
    /// <param name="declared">The declared type.</param>
    /// <param name="place">Where it lies.</param>
    /// <param name="isAlone">The cell is read out of turn, so no other may refer to its object.</param>
    public void Write(object? value, Type declared, in PlaceOfValue place, bool isAlone = false)
    {
        if (value is null)
        {
            Json.WriteNullValue();
            return;
        }

        try
        {
            Json.WriteStartArray();
            _place = place;
            if (!TryWriteReference(Json, value))
            {
                WriteValue(value, declared, isAlone);
            }

            Json.WriteEndArray();
        }
        catch (UnsavableValueException failure)
        {
            throw place.Name().CannotSave(value, failure.Reason, failure.InnerException);
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Whatever the author's own types throw: the save fails for it, and the instance goes on.
            throw place.Name().CannotSave(value, $"the serializer cannot write it: {ThrownText.Of(exception)}; give it a JsonConverter, or keep it out of what is saved", exception);
        }
    }

    /// <summary>Writes what belongs to the instance itself, without the brackets of a cell; false for a value of the author's.</summary>
    /// <exception cref="UnsavableValueException">It does not belong to this one.</exception>
    public bool TryWriteReference(Utf8JsonWriter json, object value)
    {
        switch (value)
        {
            case Activity activity:
                json.WriteStringValue(_writer.Layout.Program.TryFind(activity, out int number)
                    ? _writer.Layout.IdOf(number)
                    : throw new UnsavableValueException(activity.GetType(), "is an activity that is not part of the workflow's tree; save what it is needed for"));
                json.WriteStringValue(ActivityTag);
                return true;
            case Location location:
                WritePlace(json, location);
                json.WriteStringValue(PlaceTag);
                return true;
            case LocationEnvironment environment:
                _writer.Found(value, _place);
                json.WriteNumberValue(_writer.PlaceOf(environment));
                json.WriteStringValue(EnvironmentTag);
                return true;
            default:
                if (!ObjectFormats.Take(value))
                {
                    return false;
                }

                _writer.Found(value, _place);
                json.WriteNumberValue(_writer.PlaceOf(value));
                json.WriteStringValue(ObjectTag);
                return true;
        }
    }

    /// <summary>Writes where an argument leads: the object that has the environment, and the name of the argument or variable there.</summary>
    public void WriteBound(string key, Location target, in PlaceOfValue place)
    {
        Json.WritePropertyName(key);
        try
        {
            WritePlace(Json, target);
        }
        catch (UnsavableValueException failure)
        {
            throw place.Name().CannotSave(target, failure.Reason, failure.InnerException);
        }
    }

    private void WritePlace(Utf8JsonWriter json, Location location)
    {
        (LocationEnvironment environment, int slot) = FindLocation(location)
            ?? throw new UnsavableValueException(location.GetType(), "is a place of the author's own, and only those of variables and arguments that are in scope can be saved; save the value");
        json.WriteStartArray();
        json.WriteNumberValue(_writer.PlaceOf(environment));
        json.WriteStringValue(_writer.Layout.LayoutOf(environment).NameOf(slot));
        json.WriteEndArray();
    }

    /// <summary>What <see cref="TryWriteReference"/> wrote a reference to, for a value that is tried.</summary>
    public object WrittenReference(Entry cell) => cell[1].Text() switch
    {
        ObjectTag => _writer.Objects[cell[0].Int32()],
        ActivityTag => _writer.Layout.TryFind(cell[0].Text(), out int number) ? _writer.Layout.Program.Plans[number].Activity : throw cell.Wrong("is no activity"),
        EnvironmentTag => WrittenEnvironment(cell[0]),
        _ => WrittenPlace(cell[0]),
    };

    private LocationEnvironment WrittenEnvironment(Entry place) =>
        _writer.EnvironmentOf(_writer.Objects[place.Int32()]) ?? throw place.Wrong("is no environment");

    private Location WrittenPlace(Entry place)
    {
        LocationEnvironment environment = WrittenEnvironment(place[0]);
        return _writer.Layout.LayoutOf(environment).TryFind(place[1].Text(), out int slot) ? environment.Slots[slot] : throw place.Wrong("is no place");
    }

    /// <summary>Objects behind so many have been taken out of the list.</summary>
    public void Forget(int known) => _searched = Math.Min(_searched, known);

    /// <summary>Whether it is a place of a known environment.</summary>
    public bool CanRefer(Location location) => FindLocation(location) is not null;

    private void WriteValue(object value, Type declared, bool isAlone)
    {
        Type type = SavedType.Of(value);
        bool isDeclared = type == declared || type == Nullable.GetUnderlyingType(declared);
        bool isMarked = !isDeclared && declared != typeof(object) && _serializer.WritesDerivedTypes(declared);
        Type writtenAs = isMarked ? declared : type;
        bool isNumbered = !isAlone && HasIdentity(writtenAs);
        int number = _written.Count;
        if (isNumbered && !_written.TryAdd(value, number))
        {
            Json.WriteNumberValue(_written[value]);
            Json.WriteStringValue(SameTag);
            return;
        }

        string? tag = isDeclared || isMarked ? null : TagOf(type, declared);
        if (isMarked || !SimpleValues.TryWrite(Json, value))
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

    private string TagOf(Type type, Type declared) => _tags.TagOf(type, declared) ?? throw new UnsavableValueException(
        type, TypeExamination.WhyNever(type) ?? $"needs an alias where '{declared}' is declared; add its type to a TypeRegistry among the extensions of the host");

    private void Serialize(object value, Type type)
    {
        using EngineConverters.Use use = EngineConverters.While(_writer, null);
        _serializer.Write(Json, value, type, _context);
        ProvenSerializers.Prove(_serializer, value, type, _context);
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
