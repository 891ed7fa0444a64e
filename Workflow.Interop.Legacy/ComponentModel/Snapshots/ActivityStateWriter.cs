using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Writes a running instance as bytes: values and positions, but no definitions, and types only by the names of a list. Objects are queued until they are
/// written, so a deep structure cannot overflow the call stack.
/// </summary>
internal sealed class ActivityStateWriter
{
    private readonly StateBuffers _buffers;
    private readonly ByteWriter _bodies;
    private readonly TypeTableWriter _types;
    private readonly LivePositions _positions;
    private readonly DefinitionParts _definition;
    private readonly ExternalReferences _references;
    private readonly Action<object?> _writeItem;
    private object _owner;
    private FieldInfo? _field;

    /// <summary>Creates a writer for a single save. Nothing else uses the buffers during the save.</summary>
    public ActivityStateWriter(LivePositions positions, DefinitionParts definition, ExternalReferences references, Activity owner, StateBuffers buffers)
    {
        _positions = positions;
        _definition = definition;
        _references = references;
        _buffers = buffers;
        _bodies = buffers.Bodies;
        _types = buffers.Types;
        _owner = owner;
        _writeItem = item => WriteValue(item);
    }

    /// <summary>Appends the activities and the data of the runtime to the result buffer.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be saved.</exception>
    public void Write(RunImage image)
    {
        foreach (DependencyObject position in _positions.All)
        {
            _owner = position as Activity ?? _owner;
            WriteState(position);
        }

        _owner = _positions.All[0];
        WriteValue(image);
        WriteWaiting();
        ByteWriter clones = _buffers.Positions;
        clones.Write7BitEncodedInt(_positions.Clones.Count);
        foreach (ClonePosition clone in _positions.Clones)
        {
            clones.Write7BitEncodedInt(clone.Owner);
            clones.Write7BitEncodedInt(clone.Child);
            clones.Write(clone.IsCompleted);
        }

        SavedSections.Join(_buffers.Result, _types, clones, _buffers.Headers, _bodies);
    }

    /// <summary>Writes a change of a definition: the new shape, and the new activities with their definitions.</summary>
    /// <param name="root">The root of the modified definition.</param>
    /// <param name="known">The number of activities that the definition had before the change.</param>
    /// <exception cref="InvalidOperationException">A value cannot be saved.</exception>
    public byte[] WriteChange(Activity root, int known)
    {
        ByteWriter shape = _buffers.Positions;
        Activity[] tree = [.. ActivityNames.Tree(root)];
        shape.Write7BitEncodedInt(tree.Length);
        foreach (Activity activity in tree)
        {
            _owner = activity;
            bool isNew = !_positions.TryGet(activity, out int position) || position >= known;
            shape.Write7BitEncodedInt(isNew ? 0 : position + 1);
            if (isNew)
            {
                shape.Write7BitEncodedInt(TypeNumber(activity.GetType(), nameof(GetType)));
            }

            shape.Write7BitEncodedInt((activity as CompositeActivity)?.Activities.Count ?? 0);
        }

        foreach (DependencyObject added in _positions.All.Skip(known))
        {
            _owner = added;
            WriteEntries(added.Meta);
            WriteState(added);
        }

        WriteWaiting();
        SavedSections.Join(_buffers.Result, _types, shape, _buffers.Headers, _bodies);
        return _buffers.Result.ToArray();
    }

    private void WriteWaiting()
    {
        while (_buffers.Waiting.TryDequeue(out (object Value, object Owner) next))
        {
            _owner = next.Owner;
            _buffers.Depths.Begin(_buffers.Objects.Find(next.Value));
            WriteObject(next.Value);
        }

        CheckKeys();
    }

    private void WriteState(DependencyObject part)
    {
        WriteEntries(part.State);
        WriteFields(_types.Of(part.GetType()), part);
    }

    private void WriteEntries(PropertyBag bag)
    {
        int count = 0;
        foreach ((DependencyProperty key, _) in bag)
        {
            count += IsSaved(key) ? 1 : 0;
        }

        _bodies.Write7BitEncodedInt(count);
        foreach ((DependencyProperty key, object? value) in bag)
        {
            if (IsSaved(key))
            {
                WriteEntry(key, value);
            }
        }
    }

    private static bool IsSaved(DependencyProperty key) => !key.DefaultMetadata.IsNonSerialized && key != ExecutionContexts.ContextsProperty;

    private void WriteEntry(DependencyProperty key, object? value)
    {
        _field = null;
        WriteKey(key);
        WriteValue(value, key.Name);
    }

    private void WriteKey(DependencyProperty key)
    {
        int number = _buffers.Keys.Find(key);
        if (number >= 0)
        {
            _bodies.Write7BitEncodedInt(number);
            return;
        }

        number = _buffers.Keys.Count;
        _buffers.Keys.Add(key, number);
        _bodies.Write7BitEncodedInt(number);
        _bodies.Write7BitEncodedInt(TypeNumber(key.OwnerType, key.Name));
        SimpleValueFormat.Text(_bodies, key.Name);
    }

    private void WriteFields(WrittenType type, object owner)
    {
        _ = TypeNumber(type, type.Type.Name);
        foreach (FieldInfo field in type.Layout.Fields)
        {
            _field = field;
            WriteValue(field.GetValue(owner));
        }
    }

    private void WriteObject(object value)
    {
        WrittenType type = _types.Of(value.GetType());
        if (value is DependencyObject part)
        {
            WritePart(part);
        }
        else if (value is Array array)
        {
            ItemWriting.Write(_bodies, array, _writeItem);
        }
        else
        {
            WriteFields(type, value);
            ItemWriting.Write(_bodies, type.Clone, value, _writeItem);
        }
    }

    /// <summary>Writes a part. A part that the constructor did not create is written with its definition.</summary>
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
        if (value is null)
        {
            _bodies.Write((byte)SavedTag.Null);
            return;
        }

        WrittenType type = _types.Of(value.GetType());
        switch (type.Kind)
        {
            case WrittenKind.Simple:
                SimpleValueFormat.TryWrite(_bodies, value);
                break;
            case WrittenKind.Enum:
                Write(SavedTag.Enum, TypeNumber(type, member));
                _bodies.Write(SimpleValueFormat.NumberOf(value, type.Code));
                break;
            case WrittenKind.Type:
                Write(SavedTag.Type, TypeNumber((Type)value, member));
                break;
            case WrittenKind.Property:
                _bodies.Write((byte)SavedTag.Property);
                WriteKey((DependencyProperty)value);
                break;
            case WrittenKind.Delegate:
                WriteDelegate((Delegate)value, member);
                break;
            case WrittenKind.Exception:
                WriteException((Exception)value, depth: 0);
                break;
            default:
                WriteReference(value, type, member);
                break;
        }
    }

    private void WriteReference(object value, WrittenType type, string? member)
    {
        if (_positions.TryGet(value, out int position))
        {
            Write(SavedTag.Position, position);
        }
        else if (_references.NumberOf(value) is var number && number >= 0)
        {
            Write(SavedTag.LockOwner, number);
        }
        else if (_references.NameOf(value) is { } service)
        {
            _bodies.Write((byte)SavedTag.Service);
            SimpleValueFormat.Text(_bodies, service);
        }
        else if (SavedSequences.CopyOf(value) is { } list)
        {
            WriteMade(list, _types.Of(list.GetType()), member);
        }
        else
        {
            WriteMade(value, type, member);
        }
    }

    private void WriteMade(object value, WrittenType type, string? member)
    {
        if (value is Activity || !type.CanMake(_references.Types))
        {
            throw Refused(
                value is Activity activity ? $"the activity '{activity.QualifiedName}', which is not part of the workflow" : $"a '{type.Type}'", member);
        }

        if (type.Type.IsValueType)
        {
            // Value types are written recursively. Their nesting is that of their declarations, which is small.
            Write(SavedTag.Struct, TypeNumber(type, member));
            WriteFields(type, value);
            return;
        }

        int number = _buffers.Objects.Find(value);
        if (number < 0)
        {
            number = _buffers.Objects.Count;
            _buffers.Objects.Add(value, number);
            _buffers.Waiting.Enqueue((value, _owner));
            if (SavedCollections.HasKeys(type.Clone, value))
            {
                _buffers.Keyed.Add(value);
            }

            _buffers.Headers.Write7BitEncodedInt(TypeNumber(type, member));
            _buffers.Headers.Write7BitEncodedInt(DetailOf(value, type.Clone, member));
        }

        _buffers.Depths.Refer(number);
        Write(SavedTag.Object, number);
    }

    /// <summary>Refuses keys that could not be loaded.</summary>
    private void CheckKeys()
    {
        foreach (object collection in _buffers.Keyed)
        {
            foreach (object? key in SavedCollections.KeysOf(collection))
            {
                if (key is not null && _buffers.Objects.Find(key) is var number and >= 0 && _buffers.Depths.IsTooDeep(number))
                {
                    throw Refused($"a key that is nested more than {KeyDepths.Deepest} times", null, "use a smaller key");
                }
            }
        }
    }

    /// <summary>
    /// Returns the number that is needed to create an object: the length of an array, the number of a definition, or the number of a comparer.
    /// </summary>
    private int DetailOf(object value, CloneType type, string? member) => value switch
    {
        Array array => array.Length,
        DependencyObject part => _definition.NumberOf(part.Meta) + 1,
        _ when type.Kind == CloneKind.Shared => 0,
        _ => SavedComparers.CodeOf(type.ComparerOf(value)) is var code && code >= 0 ? code : throw Refused("a collection with a comparer of its own", member),
    };

    /// <summary>
    /// Writes a handler. A handler that the constructor added is written by its number in the definition. Any other handler must be a method of an activity,
    /// and is written by its name.
    /// </summary>
    private void WriteDelegate(Delegate handler, string? member)
    {
        Write(SavedTag.Delegate, TypeNumber(handler.GetType(), member));
        Delegate[] calls = handler.HasSingleTarget ? [handler] : handler.GetInvocationList();
        _bodies.Write7BitEncodedInt(calls.Length);
        foreach (Delegate call in calls)
        {
            Activity? target = call.Target as Activity;
            int position = -1;
            if (target is not null && !_positions.TryGet(target, out position))
            {
                throw Refused($"a handler of the activity '{target.QualifiedName}', which is not part of the workflow", member);
            }

            int number = _definition.NumberOf(call, target is null ? call.Target : _positions.OriginalOf(target));
            if (number < 0 && (target is null || !SavedHandlers.CanName(call.Method)))
            {
                throw Refused($"the handler '{call.Method.Name}', which was added while the workflow runs and is no named method of an activity", member);
            }

            _bodies.Write7BitEncodedInt(number + 1);
            _bodies.Write7BitEncodedInt(position + 1);
            if (number < 0)
            {
                _bodies.Write7BitEncodedInt(TypeNumber(call.Method.DeclaringType!, member));
                SimpleValueFormat.Text(_bodies, call.Method.Name);
            }
        }
    }

    private void WriteException(Exception exception, int depth)
    {
        if (_buffers.Exceptions.Find(exception) is var known and >= 0)
        {
            Write(SavedTag.KnownException, known);
            return;
        }

        _buffers.Exceptions.Add(exception, _buffers.Exceptions.Count);
        Type type = SavedExceptions.NearestOf(exception.GetType(), candidate => _types.NumberOf(candidate) >= 0);
        Write(SavedTag.Exception, TypeNumber(type, null));
        SimpleValueFormat.Text(_bodies, exception.Message);
        SimpleValueFormat.Text(_bodies, exception.StackTrace ?? string.Empty);
        _bodies.Write(exception.HResult);
        if (exception.InnerException is { } inner && depth < SavedExceptions.DeepestInner)
        {
            WriteException(inner, depth + 1);
        }
        else
        {
            _bodies.Write((byte)SavedTag.Null);
        }

        WriteFields(_types.Of(type), exception);
    }

    private int TypeNumber(Type type, string? member) => TypeNumber(_types.Of(type), member);

    private int TypeNumber(WrittenType type, string? member) => _types.NumberOf(type) is var number && number >= 0
        ? number
        : throw Refused(
            $"a '{type.Type}', which is not among the types that saved state may name", member, "add its assembly to a TypeProvider of the runtime");

    private InvalidOperationException Refused(
        string what,
        string? member,
        string advice = "mark its type as [Serializable], or the field as [NonSerialized]") =>
        new(
            $"'{(_owner as Activity)?.QualifiedName ?? _owner}' cannot be saved: '{member ?? (_field is null ? "a queue" : $"{_field.DeclaringType}.{SavedLayout.NameOf(_field)}")}' holds {what}; {advice}.");

    private void Write(SavedTag tag, int number)
    {
        _bodies.Write((byte)tag);
        _bodies.Write7BitEncodedInt(number);
    }
}
