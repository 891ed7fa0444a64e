using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Writes a running instance as bytes: values and places, no definitions, and no types but by names of a list. Objects wait in a queue until they are written: deep structures
/// need no deep stack.
/// </summary>
internal sealed class StateWriter : IDisposable
{
    private readonly BinaryWriter _headers = new(new MemoryStream());
    private readonly BinaryWriter _bodies = new(new MemoryStream());
    private readonly Dictionary<object, int> _objects = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, int> _exceptions = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<DependencyProperty, int> _keys = [];
    private readonly Queue<(object Value, string Owner)> _waiting = new();
    private readonly KeyDepths _depths = new();
    private readonly LivePlaces _places;
    private readonly DefinitionParts _definition;
    private readonly SavedOutside _outside;
    private readonly TypeTableWriter _types;
    private string _owner;
    private FieldInfo? _field;

    public StateWriter(LivePlaces places, DefinitionParts definition, SavedOutside outside, string owner)
    {
        _places = places;
        _definition = definition;
        _outside = outside;
        _types = new TypeTableWriter(outside.Types);
        _owner = owner;
    }

    /// <summary>Writes the activities and what the runtime adds to them.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be saved.</exception>
    public byte[] Write(RunImage image)
    {
        foreach (DependencyObject place in _places.All)
        {
            _owner = (place as Activity)?.QualifiedName ?? _owner;
            WriteState(place);
        }

        _owner = ((Activity)_places.All[0]).QualifiedName;
        WriteValue(image);
        WriteWaiting();
        using BinaryWriter clones = new(new MemoryStream());
        clones.Write7BitEncodedInt(_places.Clones.Count);
        foreach (ClonePlace clone in _places.Clones)
        {
            clones.Write7BitEncodedInt(clone.Owner);
            clones.Write7BitEncodedInt(clone.Child);
            clones.Write(clone.IsCompleted);
        }

        return SavedSections.Join(_types, clones, _headers, _bodies);
    }

    /// <summary>Writes a change of a definition: the shape that it gets, and its new activities with their definitions.</summary>
    /// <param name="root">The root of the definition as it will be.</param>
    /// <param name="known">How many places are those of activities that the definition had before.</param>
    /// <exception cref="InvalidOperationException">A value cannot be saved.</exception>
    public byte[] WriteChange(Activity root, int known)
    {
        using BinaryWriter shape = new(new MemoryStream());
        Activity[] tree = [.. ActivityNames.Tree(root)];
        shape.Write7BitEncodedInt(tree.Length);
        foreach (Activity activity in tree)
        {
            _owner = activity.QualifiedName;
            bool isNew = !_places.TryGet(activity, out int place) || place >= known;
            shape.Write7BitEncodedInt(isNew ? 0 : place + 1);
            if (isNew)
            {
                shape.Write7BitEncodedInt(TypeNumber(activity.GetType(), nameof(GetType)));
            }

            shape.Write7BitEncodedInt((activity as CompositeActivity)?.Activities.Count ?? 0);
        }

        foreach (DependencyObject added in _places.All.Skip(known))
        {
            _owner = ((Activity)added).QualifiedName;
            WriteEntries(added.Meta);
            WriteState(added);
        }

        WriteWaiting();
        return SavedSections.Join(_types, shape, _headers, _bodies);
    }

    public void Dispose()
    {
        _headers.Dispose();
        _bodies.Dispose();
        _types.Dispose();
    }

    private void WriteWaiting()
    {
        while (_waiting.TryDequeue(out (object Value, string Owner) next))
        {
            _owner = next.Owner;
            _depths.Begin(_objects[next.Value]);
            WriteObject(next.Value);
        }

        CheckKeys();
    }

    private void WriteState(DependencyObject part)
    {
        WriteEntries(part.State);
        WriteFields(part.GetType(), part);
    }

    private void WriteEntries(PropertyBag bag)
    {
        KeyValuePair<DependencyProperty, object?>[] entries = [.. EntriesOf(bag)];
        _bodies.Write7BitEncodedInt(entries.Length);
        Array.ForEach(entries, entry => WriteEntry(entry.Key, entry.Value));
    }

    private static IEnumerable<KeyValuePair<DependencyProperty, object?>> EntriesOf(PropertyBag bag)
    {
        foreach (KeyValuePair<DependencyProperty, object?> entry in bag)
        {
            if (!entry.Key.DefaultMetadata.IsNonSerialized && entry.Key != ExecutionContexts.ContextsProperty)
            {
                yield return entry;
            }
        }
    }

    private void WriteEntry(DependencyProperty key, object? value)
    {
        _field = null;
        WriteKey(key);
        WriteValue(value, key.Name);
    }

    private void WriteKey(DependencyProperty key)
    {
        bool isNew = _keys.TryAdd(key, _keys.Count);
        _bodies.Write7BitEncodedInt(_keys[key]);
        if (isNew)
        {
            _bodies.Write7BitEncodedInt(TypeNumber(key.OwnerType, key.Name));
            SavedValues.Text(_bodies, key.Name);
        }
    }

    private void WriteFields(Type type, object owner)
    {
        _ = TypeNumber(type, type.Name);
        foreach (FieldInfo field in _types.FieldsOf(type))
        {
            _field = field;
            WriteValue(field.GetValue(owner));
        }
    }

    private void WriteObject(object value)
    {
        CloneType type = CloneType.Of(value.GetType());
        if (value is DependencyObject part)
        {
            WritePart(part);
        }
        else if (value is Array array)
        {
            ItemWriting.Write(_bodies, array, item => WriteValue(item));
        }
        else
        {
            WriteFields(type.Type, value);
            ItemWriting.Write(_bodies, type, value, item => WriteValue(item));
        }
    }

    /// <summary>A part that the constructor did not make has its definition with it.</summary>
    private void WritePart(DependencyObject part)
    {
        if (_definition.NumberOf(part.Meta) < 0)
        {
            WriteEntries(part.Meta);
        }

        WriteState(part);
    }

    private void WriteValue(object? value, string? member = null)
    {
        if (SavedValues.TryWrite(_bodies, value))
        {
            return;
        }

        switch (value!)
        {
            case Enum constant:
                Write(SavedTag.Enum, TypeNumber(constant.GetType(), member));
                _bodies.Write(constant.GetTypeCode() == TypeCode.UInt64 ? unchecked((long)Convert.ToUInt64(constant, null)) : Convert.ToInt64(constant, null));
                break;
            case Type type:
                Write(SavedTag.Type, TypeNumber(type, member));
                break;
            case DependencyProperty property:
                _bodies.Write((byte)SavedTag.Property);
                WriteKey(property);
                break;
            case Delegate handler:
                WriteDelegate(handler, member);
                break;
            case Exception exception:
                WriteException(exception, depth: 0);
                break;
            default:
                WriteReference(value!, member);
                break;
        }
    }

    private void WriteReference(object value, string? member)
    {
        if (_places.TryGet(value, out int place))
        {
            Write(SavedTag.Place, place);
        }
        else if (_outside.NumberOf(value) is var number && number >= 0)
        {
            Write(SavedTag.LockOwner, number);
        }
        else if (_outside.NameOf(value) is { } service)
        {
            _bodies.Write((byte)SavedTag.Service);
            SavedValues.Text(_bodies, service);
        }
        else
        {
            WriteMade(value, member);
        }
    }

    private void WriteMade(object value, string? member)
    {
        Type type = value.GetType();
        if (value is Activity || !_outside.Types.CanMake(type))
        {
            throw Refused(value is Activity activity ? $"the activity '{activity.QualifiedName}', which is not part of the workflow" : $"a '{type}'", member);
        }

        if (type.IsValueType)
        {
            // The nesting of value types is that of their declarations, which is small.
            Write(SavedTag.Struct, TypeNumber(type, member));
            WriteFields(type, value);
            return;
        }

        if (!_objects.TryGetValue(value, out int number))
        {
            number = _objects.Count;
            _objects.Add(value, number);
            _waiting.Enqueue((value, _owner));
            _headers.Write7BitEncodedInt(TypeNumber(type, member));
            _headers.Write7BitEncodedInt(DetailOf(value, member));
        }

        _depths.Refer(number);
        Write(SavedTag.Object, number);
    }

    /// <summary>What could not be loaded is not saved.</summary>
    private void CheckKeys()
    {
        foreach (object collection in _objects.Keys)
        {
            foreach (object? key in SavedCollections.KeysOf(collection))
            {
                if (key is not null && _objects.TryGetValue(key, out int number) && _depths.IsTooDeep(number))
                {
                    throw Refused($"a key that is nested more than {KeyDepths.Deepest} times", null, "use a smaller key");
                }
            }
        }
    }

    /// <summary>What has to be known to make the object: a length, a comparer, or a definition.</summary>
    private int DetailOf(object value, string? member) => value switch
    {
        Array array => array.Length,
        DependencyObject part => _definition.NumberOf(part.Meta) + 1,
        _ when CloneType.Of(value.GetType()).Kind == CloneKind.Shared => 0,
        _ => SavedComparers.CodeOf(CloneType.Of(value.GetType()).ComparerOf(value)) is var code && code >= 0 ? code : throw Refused("a collection with a comparer of its own", member),
    };

    /// <summary>A handler that the constructor added is one of the definition. Another one is a method of an activity, by its name.</summary>
    private void WriteDelegate(Delegate handler, string? member)
    {
        Write(SavedTag.Delegate, TypeNumber(handler.GetType(), member));
        Delegate[] calls = handler.GetInvocationList();
        _bodies.Write7BitEncodedInt(calls.Length);
        foreach (Delegate call in calls)
        {
            Activity? target = call.Target as Activity;
            int place = -1;
            if (target is not null && !_places.TryGet(target, out place))
            {
                throw Refused($"a handler of the activity '{target.QualifiedName}', which is not part of the workflow", member);
            }

            int number = _definition.NumberOf(call, target is null ? call.Target : _places.OriginalOf(target));
            if (number < 0 && (target is null || !SavedHandlers.CanName(call.Method)))
            {
                throw Refused($"the handler '{call.Method.Name}', which was added while the workflow runs and is no named method of an activity", member);
            }

            _bodies.Write7BitEncodedInt(number + 1);
            _bodies.Write7BitEncodedInt(place + 1);
            if (number < 0)
            {
                _bodies.Write7BitEncodedInt(TypeNumber(call.Method.DeclaringType!, member));
                SavedValues.Text(_bodies, call.Method.Name);
            }
        }
    }

    private void WriteException(Exception exception, int depth)
    {
        if (_exceptions.TryGetValue(exception, out int known))
        {
            Write(SavedTag.KnownException, known);
            return;
        }

        _exceptions.Add(exception, _exceptions.Count);
        Type type = SavedExceptions.NearestOf(exception.GetType(), candidate => _types.NumberOf(candidate) >= 0);
        Write(SavedTag.Exception, TypeNumber(type, null));
        SavedValues.Text(_bodies, exception.Message);
        SavedValues.Text(_bodies, exception.StackTrace ?? string.Empty);
        _bodies.Write(exception.HResult);
        if (exception.InnerException is { } inner && depth < SavedExceptions.DeepestInner)
        {
            WriteException(inner, depth + 1);
        }
        else
        {
            _bodies.Write((byte)SavedTag.Null);
        }

        WriteFields(type, exception);
    }

    private int TypeNumber(Type type, string? member) => _types.NumberOf(type) is var number && number >= 0
        ? number
        : throw Refused($"a '{type}', which is not among the types that saved state may name", member, "add its assembly to a TypeProvider of the runtime");

    private InvalidOperationException Refused(string what, string? member, string advice = "mark its type as [Serializable], or the field as [NonSerialized]") => new(
        $"'{_owner}' cannot be saved: '{member ?? (_field is null ? "a queue" : $"{_field.DeclaringType}.{SavedLayout.NameOf(_field)}")}' holds {what}; {advice}.");

    private void Write(SavedTag tag, int number)
    {
        _bodies.Write((byte)tag);
        _bodies.Write7BitEncodedInt(number);
    }
}
