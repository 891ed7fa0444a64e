using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Creates a tree of activities from the bytes of a <see cref="CloneWriter"/>: creates all objects first, then fills them.</summary>
internal sealed class CloneReader(ArraySegment<byte> headers, ArraySegment<byte> bodies, CloneLinks links) : IDisposable
{
    private readonly BinaryReader _headers = new(new MemoryStream(headers.Array!, headers.Offset, headers.Count));
    private readonly BinaryReader _bodies = new(new MemoryStream(bodies.Array!, bodies.Offset, bodies.Count));
    private readonly List<object> _objects = [];
    private readonly List<Action> _late = [];
    private Activity[] _activities = [];

    public Activity Read(CompositeActivity? parent)
    {
        CreateActivities(parent);
        CreateObjects();
        foreach (Activity activity in _activities)
        {
            ReadPart(activity);
        }

        foreach (object value in _objects)
        {
            ReadObject(value);
        }

        // The position of a key in a collection depends on the content of the key, so items are added only after all objects are complete.
        _late.ForEach(static fill => fill());
        return _activities[0];
    }

    public void Dispose()
    {
        _headers.Dispose();
        _bodies.Dispose();
    }

    private void CreateActivities(CompositeActivity? parent)
    {
        _activities = new Activity[_headers.Read7BitEncodedInt()];
        for (int i = 0; i < _activities.Length; i++)
        {
            Activity template = links.Get<Activity>(_headers.Read7BitEncodedInt());
            int parentPosition = _headers.Read7BitEncodedInt();
            Activity activity = (Activity)RuntimeHelpers.GetUninitializedObject(template.GetType());
            _activities[i] = activity;
            activity.BecomeCloneOf(template);
            if (i == 0)
            {
                activity.SetParent(parent);
            }
            else
            {
                ((CompositeActivity)_activities[parentPosition]).Activities.Attach(activity);
            }
        }
    }

    private void CreateObjects()
    {
        while (_headers.BaseStream.Position < _headers.BaseStream.Length)
        {
            Type type = links.Get<Type>(_headers.Read7BitEncodedInt());
            int detail = _headers.Read7BitEncodedInt();
            _objects.Add(type.IsArray
                ? Array.CreateInstance(type.GetElementType()!, detail)
                : CloneType.Of(type).New(detail == 0 ? null : links.Get<object>(detail - 1)));
        }
    }

    private void ReadPart(DependencyObject part)
    {
        PropertyBag meta = ReadLink<PropertyBag>();
        bool isShared = true;
        while (TryReadKey(out DependencyProperty? key))
        {
            meta = isShared ? meta.Copy() : meta;
            isShared = false;
            object? value = ReadValue();
            meta.Set(key!, value);
            (value as DependencyObject)?.SetParent(part);
        }

        part.AttachMeta(meta);
        while (TryReadKey(out DependencyProperty? key))
        {
            part.State.Set(key!, ReadValue());
        }

        ReadFields(CloneType.FieldsOf(part), part);
    }

    private void ReadObject(object value)
    {
        CloneType type = CloneType.Of(value.GetType());
        switch (type.Kind)
        {
            case CloneKind.Part:
                ReadPart((DependencyObject)value);
                break;
            case CloneKind.Array:
                ReadArray((Array)value);
                break;
            default:
                ReadFields(type.Fields, value);
                ReadItems(type, value);
                break;
        }
    }

    private void ReadArray(Array array)
    {
        if (array.GetType().GetElementType()!.IsPrimitive)
        {
            Buffer.BlockCopy(_bodies.ReadBytes(Buffer.ByteLength(array)), 0, array, 0, Buffer.ByteLength(array));
            return;
        }

        for (int i = 0; i < array.Length; i++)
        {
            array.SetValue(ReadValue(), i);
        }
    }

    private void ReadItems(CloneType type, object collection)
    {
        if (type.Kind is not (CloneKind.List or CloneKind.Dictionary))
        {
            return;
        }

        int count = _bodies.Read7BitEncodedInt();
        (object? Key, object? Value)[] items = new (object?, object?)[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = type.Kind == CloneKind.Dictionary ? (ReadValue(), ReadValue()) : (null, ReadValue());
        }

        _late.Add(() =>
        {
            foreach ((object? key, object? value) in items)
            {
                if (type.AddItem is { } add)
                {
                    add.Invoke(collection, BindingFlags.DoNotWrapExceptions, null, [value], null);
                }
                else
                {
                    ((IDictionary)collection).Add(key!, value);
                }
            }
        });
    }

    private void ReadFields(FieldInfo[] fields, object owner)
    {
        foreach (FieldInfo field in fields)
        {
            field.SetValue(owner, ReadValue());
        }
    }

    private object? ReadValue()
    {
        CloneTag tag = (CloneTag)_bodies.ReadByte();
        return tag switch
        {
            CloneTag.Enum => Enum.ToObject(ReadLink<Type>(), _bodies.ReadInt64()),
            CloneTag.Struct => ReadStruct(ReadLink<Type>()),
            CloneTag.Link => ReadLink<object>(),
            CloneTag.Activity => _activities[_bodies.Read7BitEncodedInt()],
            CloneTag.Object => _objects[_bodies.Read7BitEncodedInt()],
            CloneTag.Delegate => ReadDelegate(ReadLink<Type>()),
            _ => CloneValues.Read(_bodies, tag),
        };
    }

    private object ReadStruct(Type type)
    {
        object value = CloneType.Of(type).New(null);
        ReadFields(CloneType.Of(type).Fields, value);
        return value;
    }

    private Delegate ReadDelegate(Type type)
    {
        Delegate? all = null;
        int count = _bodies.Read7BitEncodedInt();
        for (int i = 0; i < count; i++)
        {
            Delegate call = ReadLink<Delegate>();
            int position = _bodies.Read7BitEncodedInt();
            all = Delegate.Combine(all, position == 0 ? call : Delegate.CreateDelegate(type, _activities[position - 1], call.Method));
        }

        return all!;
    }

    private bool TryReadKey(out DependencyProperty? key)
    {
        int number = _bodies.Read7BitEncodedInt();
        key = number == 0 ? null : links.Get<DependencyProperty>(number - 1);
        return key is not null;
    }

    private T ReadLink<T>()
        where T : class => links.Get<T>(_bodies.Read7BitEncodedInt());
}
