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
    public const string ObjectTag = "@", ActivityTag = "@activity", PlaceTag = "@place", SameTag = "@same";

    private readonly SnapshotWriter _writer;
    private readonly ValueSerializer _serializer;
    private readonly ValueContext _context;
    private readonly TypeTags _tags;

    /// <summary>Objects of the author's that were written, in their order: one in two variables stays one.</summary>
    private readonly Dictionary<object, int> _written = new(ReferenceEqualityComparer.Instance);

    /// <summary>The places of the environments that were known when one was looked for last.</summary>
    private readonly Dictionary<Location, (LocationEnvironment Environment, int Slot)> _locations = new(ReferenceEqualityComparer.Instance);

    private int _searched;

    /// <summary>Where the value lies that is being serialized.</summary>
    private PlaceOfValue _serialized;

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

        Json.WriteStartArray();
        if (!TryWriteReference(Json, value, place))
        {
            WriteValue(value, declared, place, isAlone);
        }

        Json.WriteEndArray();
    }

    /// <summary>Writes what belongs to the instance itself, without the brackets of a cell; false for a value of the author's.</summary>
    public bool TryWriteReference(Utf8JsonWriter json, object value, in PlaceOfValue place)
    {
        switch (value)
        {
            case Activity activity:
                json.WriteStringValue(_writer.Layout.Program.TryFind(activity, out int number)
                    ? _writer.Layout.IdOf(number)
                    : throw place.Name().CannotSave(value, "that activity is not part of the workflow's tree"));
                json.WriteStringValue(ActivityTag);
                return true;
            case Location location:
                (LocationEnvironment environment, int slot) = FindLocation(location)
                    ?? throw place.Name().CannotSave(value, "only the places of variables and arguments that are in scope can be saved, not a place of the author's own");
                json.WriteStartArray();
                json.WriteNumberValue(_writer.PlaceOf(environment));
                json.WriteNumberValue(slot);
                json.WriteEndArray();
                json.WriteStringValue(PlaceTag);
                return true;
            default:
                if (!ObjectFormats.Take(value))
                {
                    return false;
                }

                _writer.Found(value, place);
                json.WriteNumberValue(_writer.PlaceOf(value));
                json.WriteStringValue(ObjectTag);
                return true;
        }
    }

    /// <summary>Writes what lies inside the value that is being serialized.</summary>
    public bool TryWriteNested(Utf8JsonWriter json, object value) => TryWriteReference(json, value, _serialized);

    /// <summary>Whether it is a place of a known environment.</summary>
    public bool CanRefer(Location location) => FindLocation(location) is not null;

    private void WriteValue(object value, Type declared, in PlaceOfValue place, bool isAlone)
    {
        Type type = value.GetType();
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

        string? tag = isDeclared || isMarked ? null : _tags.TagOf(type, declared)
            ?? throw place.Name().CannotSave(value, "which is not the declared one; give it an alias in a TypeRegistry among the extensions of the host");
        if (isMarked || !SimpleValues.TryWrite(Json, value))
        {
            Serialize(value, writtenAs, place);
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

    private void Serialize(object value, Type type, in PlaceOfValue place)
    {
        if (value is string)
        {
            throw place.Name().CannotSave(value, "the text has half of a pair of surrogates, which no UTF-8 text can have");
        }

        if (value is Delegate or Stream or Task or Thread or CancellationTokenSource or System.Reflection.MemberInfo)
        {
            throw place.Name().CannotSave(value, "such objects mean nothing in another process");
        }

        try
        {
            using EngineConverters.Use use = EngineConverters.While(_writer, null);
            _serialized = place;
            _serializer.Write(Json, value, type, _context);
        }
        catch (Exception exception) when (exception is not SnapshotException)
        {
            // Whatever the author's own types throw: the save fails for it, and the instance goes on.
            throw place.Name().CannotSave(value, $"the serializer cannot write it: {ThrownText.Of(exception)}", exception);
        }
    }

    private (LocationEnvironment Environment, int Slot)? FindLocation(Location location)
    {
        for (; _searched < _writer.Objects.Count; _searched++)
        {
            Location[] slots = (_writer.Objects[_searched] as LocationEnvironment)?.Slots ?? [];
            for (int slot = 0; slot < slots.Length; slot++)
            {
                _locations.TryAdd(slots[slot], ((LocationEnvironment)_writer.Objects[_searched], slot));
            }
        }

        return _locations.TryGetValue(location, out (LocationEnvironment Environment, int Slot) found) ? found : null;
    }
}
