using System.Text.Json;
using Workflow.Data;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Reads the cells that <see cref="CellWriter"/> wrote, in the same order.</summary>
internal sealed class CellReader
{
    private readonly SnapshotReader _reader;
    private readonly ValueSerializer _serializer;
    private readonly ValueContext _context;
    private readonly TypeTags _tags;
    private readonly List<object> _read = [];

    public CellReader(SnapshotReader reader, ValueSerializer serializer, TypeRegistry types)
    {
        types.Freeze();
        _reader = reader;
        _serializer = serializer;
        _context = EngineConverters.ContextFor(types);
        _tags = new TypeTags(types, reader.Layout.Types);
    }

    /// <summary>The type that a tag stands for where no declaration says one; null when it is not known.</summary>
    public Type? TypeOf(string tag) => _tags.TypeOf(tag, typeof(object));

    /// <summary>A value that fits the declared type.</summary>
    public object? Read(Entry cell, Type declared, in PlaceOfValue place, bool isAlone = false)
    {
        object? value = ReadAny(cell, declared, place, isAlone);
        bool fits = value is null ? !declared.IsValueType || Nullable.GetUnderlyingType(declared) is not null : declared.IsInstanceOfType(value);
        return fits ? value : throw place.Name().CannotRead($"is of type '{declared}' and gets {(value is null ? "no value" : $"a '{value.GetType()}'")}");
    }

    /// <summary>Something of the instance itself.</summary>
    public object ReadReference(Entry cell) => cell.Count == 2 ? ReadReference(cell, cell[1].Text()) ?? throw cell.Wrong("is no reference") : throw cell.Wrong("is no reference");

    private object? ReadReference(Entry cell, string tag)
    {
        switch (tag)
        {
            case CellWriter.ObjectTag:
                return _reader.ObjectAt(cell[0]);
            case CellWriter.ActivityTag:
                return _reader.Program.Plans[_reader.ActivityOf(cell[0])].Activity;
            case CellWriter.EnvironmentTag:
                LocationEnvironment environment = _reader.EnvironmentAt(cell[0]);
                _reader.Capture(environment);
                return environment;
            case CellWriter.PlaceTag:
                // Somebody holds it, and the environment that it is in.
                (LocationEnvironment holder, int slot) = PlaceAt(cell[0]);
                _reader.Capture(holder);
                return holder.Slots[slot];
            default:
                return null;
        }
    }

    /// <summary>Where an argument leads.</summary>
    public Location ReadBound(Entry cell, in PlaceOfValue place)
    {
        (LocationEnvironment environment, int slot) = PlaceAt(cell);
        Location target = environment.Slots[slot];
        return target ?? throw place.Name().CannotRead("is not bound to a place");
    }

    private (LocationEnvironment Environment, int Slot) PlaceAt(Entry place)
    {
        LocationEnvironment environment = place.Count == 2 ? _reader.EnvironmentAt(place[0]) : throw place.Wrong("is no place");
        return _reader.Layout.LayoutOf(environment).TryFind(place[1].Text(), out int slot) ? (environment, slot) : throw place.Wrong("is no place");
    }

    /// <summary>A value of whatever type it was.</summary>
    public object? ReadAny(Entry cell, Type declared, in PlaceOfValue place, bool isAlone = false)
    {
        if (cell.IsNull)
        {
            return null;
        }

        int count = cell.Count;
        bool isTagged = count > 1 && cell[1].Element.ValueKind == JsonValueKind.String;
        int numberAt = isTagged ? 2 : 1;
        if (count == 0 || count > numberAt + 1)
        {
            throw cell.Wrong("has more than a value, a tag and a number, or nothing");
        }

        Entry? number = count > numberAt ? cell[numberAt] : null;
        if (!isTagged)
        {
            return ReadValue(cell[0], Nullable.GetUnderlyingType(declared) ?? declared, number, place, isAlone);
        }

        string tag = cell[1].Text();
        if (number is null && ReadNamed(cell, tag, isAlone) is { } named)
        {
            return named;
        }

        Type type = _tags.TypeOf(tag, declared) ?? throw place.Name().CannotRead(
            $"has a value with the alias '{tag}', which is not known; add its type to the TypeRegistry among the extensions of the host");
        return ReadValue(cell[0], type, number, place, isAlone);
    }

    /// <summary>What a tag of the instance itself stands for; null for the tag of a type.</summary>
    private object? ReadNamed(Entry cell, string tag, bool isAlone)
    {
        if (ReadReference(cell, tag) is { } reference)
        {
            return reference;
        }

        if (tag == CellWriter.SameTag)
        {
            int earlier = cell[0].Int32();
            return !isAlone && (uint)earlier < (uint)_read.Count ? _read[earlier] : throw cell.Wrong("refers to no earlier value");
        }

        return null;
    }

    private object? ReadValue(Entry cell, Type type, Entry? number, in PlaceOfValue place, bool isAlone)
    {
        // The number says where the value stands in the order of writing: a value that is read out of turn would be taken for another one.
        bool isNumbered = !isAlone && CellWriter.HasIdentity(type);
        if (isNumbered ? number?.Int32() != _read.Count : number is not null)
        {
            throw cell.Wrong("is a value that has not the number of its place in the order");
        }

        object? value;
        try
        {
            using EngineConverters.Use use = EngineConverters.While(null, _reader);
            if (!SimpleValues.TryRead(cell.Element, type, out value))
            {
                value = _serializer.Read(cell.Element, type, _context);
            }
        }
        catch (Exception exception) when (exception is not SnapshotException)
        {
            // Whatever the data makes of the author's own types: the load fails for it.
            throw place.Name().CannotRead($"cannot be read as '{type}': {ThrownText.Of(exception)}", exception);
        }

        if (isNumbered)
        {
            _read.Add(value ?? throw place.Name().CannotRead("has a number but no value"));
        }

        return value;
    }
}
