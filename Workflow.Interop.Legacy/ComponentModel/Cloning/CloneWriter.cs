using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes a tree of activities as bytes. Objects are queued until they are written, so a deep structure cannot overflow the call stack.</summary>
internal sealed class CloneWriter
{
    private readonly ByteWriter _headers = new(64);
    private readonly ByteWriter _bodies = new();
    private readonly CloneLinks _links;
    private readonly Dictionary<object, int> _activities = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, int> _objects = new(ReferenceEqualityComparer.Instance);
    private readonly Queue<(object Value, Activity Owner)> _waiting = new();
    private Activity _owner;
    private MemberInfo? _field;
    private DependencyProperty? _property;

    public CloneWriter(Activity root, CloneLinks links)
    {
        _owner = root;
        _links = links;
    }

    /// <summary>Writes the tree.</summary>
    /// <returns>The headers, which create the activities and objects, and the bodies, which fill them.</returns>
    public (ArraySegment<byte> Headers, ArraySegment<byte> Bodies) Write()
    {
        Activity[] tree = [.. ActivityNames.Tree(_owner)];
        _headers.Write7BitEncodedInt(tree.Length);
        for (int i = 0; i < tree.Length; i++)
        {
            _activities.Add(tree[i], i);
            _headers.Write7BitEncodedInt(_links.NumberOf(tree[i]));
            _headers.Write7BitEncodedInt(i == 0 ? 0 : _activities[tree[i].Parent!]);
        }

        foreach (Activity activity in tree)
        {
            _owner = activity;
            WritePart(activity);
        }

        while (_waiting.TryDequeue(out (object Value, Activity Owner) next))
        {
            _owner = next.Owner;
            WriteObject(next.Value);
        }

        return (_headers.Segment, _bodies.Segment);
    }

    private void WritePart(DependencyObject part)
    {
        // The definition is shared. Only parts of the definition that belong to this object, such as conditions, are copied.
        PropertyBag meta = part.Meta;
        WriteLink(meta);
        foreach ((DependencyProperty key, object? value) in meta)
        {
            if (PropertyBag.IsOwned(value))
            {
                WriteEntry(key, value);
            }
        }

        _bodies.Write7BitEncodedInt(0);
        foreach ((DependencyProperty key, object? value) in part.State)
        {
            if (!key.DefaultMetadata.IsNonSerialized && !key.DefaultMetadata.IsOfOneRun)
            {
                WriteEntry(key, value);
            }
        }

        _bodies.Write7BitEncodedInt(0);
        WriteFields(CloneType.FieldsOf(part), part);
    }

    private void WriteEntry(DependencyProperty key, object? value)
    {
        (_property, _field) = (key, null);
        _bodies.Write7BitEncodedInt(_links.NumberOf(key) + 1);
        WriteValue(value);
    }

    private void WriteFields(FieldInfo[] fields, object owner)
    {
        foreach (FieldInfo field in fields)
        {
            (_property, _field) = (null, field);
            WriteValue(field.GetValue(owner));
        }
    }

    private void WriteObject(object value)
    {
        CloneType type = CloneType.Of(value.GetType());
        switch (type.Kind)
        {
            case CloneKind.Part:
                WritePart((DependencyObject)value);
                break;
            case CloneKind.Array when value is Array array:
                ItemWriting.Write(_bodies, array, WriteValue);
                break;
            default:
                WriteFields(type.Fields, value);
                ItemWriting.Write(_bodies, type, value, WriteValue);
                break;
        }
    }

    private void WriteValue(object? value)
    {
        if (CloneValues.TryWrite(_bodies, value))
        {
            return;
        }

        switch (value!)
        {
            case Activity activity:
                WriteActivity(activity);
                break;
            case Enum constant:
                Write(CloneTag.Enum, constant.GetType());
                _bodies.Write(unchecked(
                    (long)(constant.GetTypeCode() == TypeCode.UInt64 ? (long)Convert.ToUInt64(constant, null) : Convert.ToInt64(constant, null))));
                break;
            case Delegate handler:
                WriteDelegate(handler);
                break;
            default:
                WriteOther(value!, CloneType.Of(value!.GetType()));
                break;
        }
    }

    private void WriteOther(object value, CloneType type)
    {
        switch (type.Kind)
        {
            case CloneKind.Refused:
                throw new InvalidOperationException(
                    $"'{_owner.QualifiedName}' cannot be cloned: '{Member()}' holds a '{type.Type}'; mark its type as [Serializable], or the field as [NonSerialized].");
            case CloneKind.Shared:
                Write(CloneTag.Link, value);
                break;
            case CloneKind.Struct:
                // Value types are written recursively. Their nesting is that of their declarations, which is small.
                Write(CloneTag.Struct, type.Type);
                WriteFields(type.Fields, value);
                break;
            default:
                _bodies.Write((byte)CloneTag.Object);
                _bodies.Write7BitEncodedInt(ObjectNumber(value, type));
                break;
        }
    }

    /// <summary>Returns the name of the member that is being written. The name of a backing field contains the property name in angle brackets.</summary>
    private string Member() => _property is not null ? _property.Name : $"{_field?.DeclaringType}.{_field?.Name.Split('>')[0].TrimStart('<')}";

    private int ObjectNumber(object value, CloneType type)
    {
        if (!_objects.TryGetValue(value, out int number))
        {
            number = _objects.Count;
            _objects.Add(value, number);
            _waiting.Enqueue((value, _owner));
            _headers.Write7BitEncodedInt(_links.NumberOf(type.Type));
            if (value is Array array)
            {
                _headers.Write7BitEncodedInt(array.Length);
            }
            else
            {
                object? comparer = type.ComparerOf(value);
                _headers.Write7BitEncodedInt(comparer is null ? 0 : _links.NumberOf(comparer) + 1);
            }
        }

        return number;
    }

    private void WriteActivity(Activity activity)
    {
        if (_activities.TryGetValue(activity, out int position))
        {
            _bodies.Write((byte)CloneTag.Activity);
            _bodies.Write7BitEncodedInt(position);
        }
        else
        {
            Write(CloneTag.Link, activity);
        }
    }

    /// <summary>
    /// Writes a delegate. A handler of a cloned activity is bound to the clone; other handlers, such as the methods of the workflow, are shared.
    /// </summary>
    private void WriteDelegate(Delegate handler)
    {
        Delegate[] calls = handler.GetInvocationList();
        if (!Array.Exists(calls, call => call.Target is { } target && _activities.ContainsKey(target)))
        {
            Write(CloneTag.Link, handler);
            return;
        }

        Write(CloneTag.Delegate, handler.GetType());
        _bodies.Write7BitEncodedInt(calls.Length);
        foreach (Delegate call in calls)
        {
            WriteLink(call);
            _bodies.Write7BitEncodedInt(call.Target is { } target && _activities.TryGetValue(target, out int position) ? position + 1 : 0);
        }
    }

    private void Write(CloneTag tag, object linked)
    {
        _bodies.Write((byte)tag);
        WriteLink(linked);
    }

    private void WriteLink(object linked) => _bodies.Write7BitEncodedInt(_links.NumberOf(linked));
}
