using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Reads the bytes of a <see cref="ActivityStateWriter"/> into a new tree: creates all activities and objects first, then fills them. The bytes are untrusted. Only
/// types on the list of types are created, and the result is not larger than the bytes.
/// </summary>
internal sealed class ActivityStateReader
{
    private const int DeepestStruct = 32;
    private readonly DefinitionParts _definition;
    private readonly ExternalReferences _references;
    private readonly TypeTableReader _types;
    private readonly LivePositions _positions;
    private readonly StateBytes _bodies;
    private readonly List<object> _objects = [];
    private readonly List<Exception> _exceptions = [];
    private readonly List<DependencyProperty> _keys = [];
    private readonly SavedCollections _collections = new();
    private int _structs;

    private ActivityStateReader(StateBytes bytes, Func<TypeTableReader, LivePositions> readPositions, DefinitionParts definition, ExternalReferences references)
    {
        _definition = definition;
        _references = references;
        _types = new TypeTableReader(bytes, references.Types);
        _positions = readPositions(_types);
        StateBytes headers = bytes.Section();
        _bodies = bytes.Section();
        CreateObjects(headers);
        if (!bytes.IsAtEnd)
        {
            throw new StateDamageException("The saved state is longer than what it contains; restore it from a backup.");
        }
    }

    /// <summary>Fills a new tree with the values of saved state.</summary>
    /// <exception cref="StateDamageException">The state is damaged, or does not fit.</exception>
    public static RunImage Read(StateBytes bytes, Activity root, DefinitionParts definition, ExternalReferences references) =>
        Guard(() => new ActivityStateReader(bytes, _ => LivePositions.Rebuild(root, bytes, bytes.Length), definition, references).Read());

    /// <summary>Fills the new activities of a change of a definition.</summary>
    /// <param name="bytes">The bytes of the change.</param>
    /// <param name="readPositions">Reads the shape of the definition and creates the new activities. Does not modify the tree.</param>
    /// <param name="known">The number of activities before the change.</param>
    /// <param name="references">The objects to which the change refers.</param>
    /// <exception cref="StateDamageException">The change is damaged, or does not fit.</exception>
    public static void ReadAdded(StateBytes bytes, Func<TypeTableReader, LivePositions> readPositions, int known, ExternalReferences references) => Guard(() =>
    {
        ActivityStateReader reader = new(bytes, readPositions, DefinitionParts.None, references);
        reader.ReadAdded(known);
        return true;
    });

    private static T Guard<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is not (StateDamageException or OutOfMemoryException))
        {
            // Values that do not fit cause exceptions in many places: in fields, collections and constructors of exceptions.
            throw new StateDamageException($"The saved state does not fit the workflow: {exception.Message}", exception);
        }
    }

    private RunImage Read()
    {
        foreach (DependencyObject position in _positions.All)
        {
            ReadState(position);
        }

        RunImage image = ReadValue() as RunImage ?? throw new StateDamageException("The saved state has no queues; restore it from a backup.");
        ReadObjects();
        return image;
    }

    private void ReadAdded(int known)
    {
        foreach (DependencyObject added in _positions.All.Skip(known))
        {
            ReadOwnDefinition(added);
            ReadState(added);
        }

        ReadObjects();
    }

    private void ReadObjects()
    {
        for (int i = 0; i < _objects.Count; i++)
        {
            _collections.Begin(i);
            ReadObject(_objects[i]);
        }

        if (!_bodies.IsAtEnd)
        {
            throw new StateDamageException("The saved state has more values than objects; restore it from a backup.");
        }

        // The position of a key in a collection depends on the content of the key, so items are added only after all objects are complete.
        _collections.Fill();
    }

    private void CreateObjects(StateBytes headers)
    {
        long rest = _bodies.Length;
        while (!headers.IsAtEnd)
        {
            Type type = _types.GetMade(headers);
            int detail = headers.Number();
            if (type.IsValueType)
            {
                throw new StateDamageException($"The saved state has an object of the type '{type}', which is a value type; restore it from a backup.");
            }

            rest -= type.IsArray ? detail : 1;
            if (rest < 0)
            {
                throw new StateDamageException("The saved state has more objects than values; restore it from a backup.");
            }

            _objects.Add(Create(type, detail));
        }
    }

    private object Create(Type type, int detail)
    {
        if (type.IsArray)
        {
            return Array.CreateInstance(type.GetElementType()!, detail);
        }

        CloneType clone = CloneType.Of(type);
        switch (clone.Kind)
        {
            case CloneKind.Shared:
                return new object();
            case CloneKind.Part:
                return CreatePart(type, detail);
            default:
                return clone.New(SavedComparers.Of(detail));
        }
    }

    private DependencyObject CreatePart(Type type, int detail)
    {
        if (typeof(Activity).IsAssignableFrom(type) || detail > _definition.Bags)
        {
            throw new StateDamageException($"The saved state has a part of the type '{type}', which the workflow does not have; restore it from a backup.");
        }

        DependencyObject part = (DependencyObject)RuntimeHelpers.GetUninitializedObject(type);
        if (detail == 0)
        {
            part.AttachMeta(new PropertyBag());
            return part;
        }

        (PropertyBag meta, Type owner) = _definition.BagAt(detail - 1);
        part.AttachMeta(owner == type
            ? meta
            : throw new StateDamageException($"The saved state has a part with the definition of a '{owner}'; restore it from a backup."));
        return part;
    }

    private void ReadState(DependencyObject part)
    {
        part.ForgetState();
        int count = _bodies.Count();
        for (int i = 0; i < count; i++)
        {
            DependencyProperty key = ReadKey();
            object? value = ReadValue();
            SavedEntries.Check(key, value);
            part.State.Set(key, value);
        }

        ReadFields(part);
    }

    private DependencyProperty ReadKey()
    {
        int number = _bodies.Index(_keys.Count + 1);
        if (number == _keys.Count)
        {
            Type owner = _types.Get(_bodies);
            string name = _bodies.Text();
            _keys.Add(DependencyProperty.FromName(name, owner) is { } found && found.OwnerType == owner
                ? found
                : throw new StateDamageException(
                    $"The saved state has the property '{name}' of '{owner}', which the type does not have; add the property again, or end the instance with the old version."));
        }

        return _keys[number];
    }

    private void ReadObject(object value)
    {
        if (value is DependencyObject part)
        {
            if (_definition.NumberOf(part.Meta) < 0)
            {
                ReadOwnDefinition(part);
            }

            ReadState(part);
        }
        else if (value is Array array)
        {
            ReadArray(array);
        }
        else
        {
            ReadFields(value);
            _collections.Read(value, _bodies, () => ReadValue());
        }
    }

    private void ReadOwnDefinition(DependencyObject part)
    {
        int count = _bodies.Count();
        for (int i = 0; i < count; i++)
        {
            DependencyProperty key = ReadKey();
            object? value = ReadValue();
            SavedEntries.Check(key, value);
            part.Meta.Set(key, value);
            if (value is DependencyObject owned and not Activity)
            {
                owned.SetParent(part);
            }
        }
    }

    private void ReadArray(Array array)
    {
        if (array.GetType().GetElementType()!.IsPrimitive)
        {
            Buffer.BlockCopy(_bodies.Take(Buffer.ByteLength(array)).ToArray(), 0, array, 0, Buffer.ByteLength(array));
            return;
        }

        for (int i = 0; i < array.Length; i++)
        {
            array.SetValue(ReadValue(), i);
        }
    }

    private void ReadFields(object owner)
    {
        foreach (FieldInfo field in _types.FieldsOf(owner.GetType()))
        {
            field.SetValue(owner, ReadValue());
        }
    }

    private object? ReadValue()
    {
        SavedTag tag = (SavedTag)_bodies.Byte();
        switch (tag)
        {
            case SavedTag.Enum:
                return ReadEnum();
            case SavedTag.Struct:
                return ReadStruct();
            case SavedTag.Type:
                return _types.Get(_bodies);
            case SavedTag.Property:
                return ReadKey();
            case SavedTag.Position:
                return _positions.All[_bodies.Index(_positions.All.Count)];
            case SavedTag.Object:
                int number = _bodies.Index(_objects.Count);
                _collections.Refer(number);
                return _objects[number];
            case SavedTag.Delegate:
                return ReadDelegate();
            case SavedTag.Exception:
                return ReadException(depth: 0);
            case SavedTag.KnownException:
                return _exceptions[_bodies.Index(_exceptions.Count)];
            case SavedTag.LockOwner:
                return _references.LockOwnerAt(_bodies.Number())
                    ?? throw new StateDamageException("The saved state has an unknown owner of locks; restore it from a backup.");
            case SavedTag.Service:
                string service = _bodies.Text();
                return _references.ServiceOf(service) ?? throw new StateDamageException(
                    $"The saved state refers to the service '{service}', which the runtime does not have; add the service to it.");
            default:
                return SimpleValueFormat.Read(_bodies, tag);
        }
    }

    private object ReadEnum()
    {
        Type type = _types.Get(_bodies);
        return type.IsEnum
            ? Enum.ToObject(type, _bodies.Int64())
            : throw new StateDamageException($"The saved state has a constant of '{type}', which is no enumeration; restore it from a backup.");
    }

    private object ReadStruct()
    {
        Type type = _types.GetMade(_bodies);
        if (!type.IsValueType)
        {
            throw new StateDamageException($"The saved state has a value of '{type}', which is no value type; restore it from a backup.");
        }

        // A field of type object can contain another value type, so saved state can nest value types to any depth.
        if (++_structs > DeepestStruct)
        {
            throw new StateDamageException($"The saved state has a value type that is nested more than {DeepestStruct} times; restore it from a backup.");
        }

        object value = RuntimeHelpers.GetUninitializedObject(type);
        ReadFields(value);
        _structs--;
        return value;
    }

    private Delegate ReadDelegate()
    {
        Type type = _types.Get(_bodies);
        int count = _bodies.Count();
        Delegate? all = null;
        for (int i = 0; i < count; i++)
        {
            all = Delegate.Combine(all, ReadCall(type));
        }

        return all is not null && all.GetType() == type
            ? all
            : throw new StateDamageException($"The saved state has a handler that is no '{type}'; restore it from a backup.");
    }

    private Delegate ReadCall(Type type)
    {
        int number = _bodies.Index(_definition.Calls + 1);
        int position = _bodies.Index(_positions.All.Count + 1);
        Activity? target = position == 0 ? null : _positions.All[position - 1] as Activity;
        if (number == 0)
        {
            return SavedHandlers.Make(
                type,
                target ?? throw new StateDamageException("The saved state has a handler without an activity; restore it from a backup."),
                _types.Get(_bodies),
                _bodies.Text());
        }

        Delegate call = _definition.CallAt(number - 1);
        if ((call.Target as Activity) is { } original ? target is null || !ReferenceEquals(_positions.OriginalOf(target), original) : target is not null)
        {
            throw new StateDamageException(
                $"The saved state has the handler '{call.Method.Name}' with another activity than its own; restore it from a backup.");
        }

        return target is null || ReferenceEquals(target, call.Target) ? call : Delegate.CreateDelegate(call.GetType(), target, call.Method);
    }

    private Exception ReadException(int depth)
    {
        if (depth > SavedExceptions.DeepestInner)
        {
            throw new StateDamageException("The saved state has an exception that is nested too deeply; restore it from a backup.");
        }

        Type type = _types.Get(_bodies);
        string message = _bodies.Text();
        string trace = _bodies.Text();
        int code = _bodies.Int32();
        int number = _exceptions.Count;
        _exceptions.Add(null!);
        Exception? inner = (SavedTag)_bodies.Byte() switch
        {
            SavedTag.Null => null,
            SavedTag.Exception => ReadException(depth + 1),
            SavedTag.KnownException => _exceptions[_bodies.Index(number)],
            _ => throw new StateDamageException("The saved state has an inner exception that is none; restore it from a backup."),
        };
        Exception exception = SavedExceptions.Make(type, message, inner, trace, code);
        _exceptions[number] = exception;
        foreach (FieldInfo field in _types.FieldsOf(type))
        {
            field.SetValue(exception, ReadValue());
        }

        return exception;
    }
}
