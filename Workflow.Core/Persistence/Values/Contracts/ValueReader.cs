using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Reads one value that a <see cref="ValueWriter"/> wrote, in the same order.</summary>
internal sealed class ValueReader(ContractSet contracts, TypeRegistry types)
{
    private readonly List<object?> _objects = [];
    private readonly List<Action> _atEnd = [];

    /// <summary>The first number from which the numbers of objects may differ from those of the writer; null if none differ.</summary>
    private int? _gap;

    public ContractSet Contracts => contracts;

    /// <summary>True if a reference to an earlier object was read, which may not be complete yet.</summary>
    public bool HasCircle { get; private set; }

    public object? Read(JsonElement json, Type declared)
    {
        if (json.ValueKind == JsonValueKind.Null)
        {
            return null;
        }

        if (json.ValueKind == JsonValueKind.Object && FirstOf(json) is { } first)
        {
            if (first.NameEquals(Reserved.Same))
            {
                return Same(first.Value.GetInt32());
            }

            if (first.NameEquals(Reserved.Type))
            {
                return ReadTagged(json, first.Value.GetString()!, declared);
            }
        }

        return declared == typeof(object) && json.ValueKind != JsonValueKind.Object
            ? ReadPlain(json)
            : Read(json, contracts.Of(Nullable.GetUnderlyingType(declared) ?? declared));
    }

    /// <summary>Reads a value without a tag.</summary>
    public object Read(JsonElement json, ValueContract contract)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (!contract.HasIdentity)
        {
            return contract.Read(json, this, -1);
        }

        int place = _objects.Count;
        _objects.Add(null);
        object read = contract.Read(json, this, place);
        _objects[place] = read;
        return read;
    }

    /// <summary>Registers an object that was created and whose content is read next.</summary>
    public void Made(int place, object value)
    {
        if (place >= 0)
        {
            _objects[place] = value;
        }
    }

    /// <summary>Records that the given JSON belongs to a removed member and is skipped, so that the objects in it get no numbers.</summary>
    public void Skipped(JsonElement json)
    {
        if (json.ValueKind is JsonValueKind.Object or JsonValueKind.Array)
        {
            _gap ??= _objects.Count;
        }
    }

    /// <summary>
    /// Fills a collection that compares its elements, which must be complete. If an element may be incomplete, the collection is filled at the end.
    /// </summary>
    public void Fill(Action fill)
    {
        if (HasCircle)
        {
            _atEnd.Add(fill);
        }
        else
        {
            fill();
        }
    }

    /// <summary>Completes the value after everything was read.</summary>
    public void Finish()
    {
        foreach (Action fill in _atEnd)
        {
            fill();
        }
    }

    private static JsonProperty? FirstOf(JsonElement json)
    {
        using JsonElement.ObjectEnumerator members = json.EnumerateObject();
        return members.MoveNext() ? members.Current : null;
    }

    private static object ReadPlain(JsonElement json) => json.ValueKind switch
    {
        JsonValueKind.String => json.GetString()!,
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw new JsonException("A value that is declared as an object has no type."),
    };

    private object? ReadTagged(JsonElement json, string tag, Type declared)
    {
        if (tag == Reserved.Workflow)
        {
            return Read(json.GetProperty(Reserved.Value), contracts.Of(typeof(WorkflowObject)));
        }

        Type type = ValueTags.TypeOf(types, tag, declared) ?? throw new JsonException($"The alias '{tag}' is not known; add its type to the TypeRegistry.");
        ValueContract contract = contracts.Of(type);
        return Read(contract.HasMembers ? json : json.GetProperty(Reserved.Value), contract);
    }

    private object Same(int number)
    {
        if (number >= _gap)
        {
            throw new JsonException("A member that is no longer there held objects, so that it is not known which object was meant; keep the member.");
        }

        object same = (uint)number < (uint)_objects.Count && _objects[number] is { } known ? known : throw new JsonException("A reference leads to no object.");
        HasCircle = true;
        return same;
    }
}
