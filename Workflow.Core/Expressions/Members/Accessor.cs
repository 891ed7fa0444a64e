using System.Collections.Concurrent;
using System.Linq.Expressions;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Reads a field, a property or an indexed item. The indices are empty for fields and properties.</summary>
internal delegate T Reader<in TOwner, out T>(TOwner owner, object?[] indices);

/// <summary>Writes a field, a property or an indexed item of an object, or of a struct that is passed by reference.</summary>
internal delegate void Writer<TOwner, in T>(ref TOwner owner, object?[] indices, T value);

/// <summary>The compiled access to one member, created once for each member and pair of types.</summary>
internal sealed class Accessor<TOwner, T>
{
    private static readonly ConcurrentDictionary<MemberInfo, Accessor<TOwner, T>> Known = new();

    private readonly MemberInfo _member;
    private readonly Type[] _indexTypes;
    private readonly Reader<TOwner, T>? _read;
    private readonly Writer<TOwner, T>? _write;

    private Accessor(MemberInfo member)
    {
        ParameterExpression owner = Expression.Parameter(typeof(TOwner), "owner");
        ParameterExpression written = Expression.Parameter(typeof(TOwner).MakeByRefType(), "owner");
        ParameterExpression indices = Expression.Parameter(typeof(object?[]), "indices");
        ParameterExpression value = Expression.Parameter(typeof(T), "value");
        _member = member;
        _indexTypes = member is PropertyInfo property ? Array.ConvertAll(property.GetIndexParameters(), static index => index.ParameterType) : [];
        IsStatic = MemberTraits.IsStatic(member);
        if (MemberTraits.IsReadable(member))
        {
            _read = Expression.Lambda<Reader<TOwner, T>>(Access(owner, indices), owner, indices).Compile();
        }

        if (MemberTraits.IsWritable(member) && MemberTraits.TypeOf(member) == typeof(T))
        {
            _write = Expression.Lambda<Writer<TOwner, T>>(Expression.Assign(Access(written, indices), value), written, indices, value).Compile();
        }
    }

    public bool IsStatic { get; }

    /// <summary>Returns the accessor of a member whose owner type and value type are compatible with the type arguments.</summary>
    public static Accessor<TOwner, T> Of(MemberInfo member) => Known.GetOrAdd(member, static member => new Accessor<TOwner, T>(member));

    public T Read(TOwner owner, object?[] indices) => _read is null
        ? throw new InvalidOperationException($"'{_member.Name}' of '{_member.DeclaringType}' can only be written; give it a public getter.")
        : _read(owner, indices);

    public void Write(ref TOwner owner, object?[] indices, T value) => _write!(ref owner, indices, value);

    /// <summary>Returns the values of index arguments, converted to the types of the member's parameters.</summary>
    public object?[] ReadIndices(ActivityContext context, InArgument[] arguments)
    {
        object?[] indices = new object?[arguments.Length];
        for (int i = 0; i < indices.Length; i++)
        {
            indices[i] = ImplicitConversion.Convert(arguments[i].Get(context), _indexTypes[i]);
        }

        return indices;
    }

    /// <summary>Returns the owner, and throws if the owner is null and the member is not static (rule 20.4.4).</summary>
    public TOwner Check(TOwner owner, Activity activity) => owner is not null || IsStatic || typeof(TOwner).IsValueType
        ? owner
        : throw new InvalidOperationException($"'{activity.DisplayName}' cannot reach '{_member.Name}': its Operand is null; bind it to an object.");

    private Expression Access(ParameterExpression owner, ParameterExpression indices)
    {
        Expression? instance = IsStatic ? null : owner;
        return _member switch
        {
            FieldInfo field => Expression.Field(instance, field),
            PropertyInfo property when _indexTypes.Length == 0 => Expression.Property(instance, property),
            PropertyInfo indexer => Expression.MakeIndex(
                instance!, indexer, _indexTypes.Select((type, i) => Expression.Convert(Expression.ArrayIndex(indices, Expression.Constant(i)), type))),
            _ => throw new NotSupportedException($"A member of kind '{_member.MemberType}' has no value."),
        };
    }
}
