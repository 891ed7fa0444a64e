using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>How saved state has the values of a type.</summary>
internal enum WrittenKind
{
    /// <summary>By their bytes.</summary>
    Simple,
    Enum,

    /// <summary>A type, by its name.</summary>
    Type,
    Property,
    Delegate,
    Exception,

    /// <summary>As an activity, a service or an object.</summary>
    Other,
}

/// <summary>A type whose values are saved: what does not change about it, and its number in the save that is being written. One thread at a time uses it.</summary>
internal sealed class WrittenType(Type type)
{
    private CloneType? _clone;
    private FieldInfo[]? _fields;
    private bool? _canMake;

    public Type Type => type;

    public WrittenKind Kind { get; } = KindOf(type);

    /// <summary>The code of the numbers of an enumeration.</summary>
    public TypeCode Code { get; } = Type.GetTypeCode(type);

    /// <summary>How values are cloned.</summary>
    public CloneType Clone => _clone ??= CloneType.Of(type);

    /// <summary>The fields that are saved, in their order.</summary>
    public FieldInfo[] Fields => _fields ??= SavedLayout.Of(type).Fields;

    /// <summary>The save for which <see cref="Number"/> was given.</summary>
    public long Save { get; set; }

    public int Number { get; set; }

    /// <summary>The entry of the table, for the list of types with the number <see cref="NamedBy"/>; null if it is not known.</summary>
    public byte[]? Entry { get; set; }

    public long NamedBy { get; set; }

    /// <summary>Whether saved state may have values of the type that are made of their fields or items.</summary>
    public bool CanMake(SavedTypes types) => _canMake ??= types.CanMake(type);

    private static WrittenKind KindOf(Type type) =>
        type.IsEnum ? WrittenKind.Enum
        : SavedValues.IsSimple(type) ? WrittenKind.Simple
        : typeof(Type).IsAssignableFrom(type) ? WrittenKind.Type
        : type == typeof(DependencyProperty) ? WrittenKind.Property
        : typeof(Delegate).IsAssignableFrom(type) ? WrittenKind.Delegate
        : typeof(Exception).IsAssignableFrom(type) ? WrittenKind.Exception
        : WrittenKind.Other;
}
