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
    private SavedLayout? _layout;
    private bool? _canMake;

    public Type Type => type;

    public WrittenKind Kind { get; } = KindOf(type);

    /// <summary>The code of the numbers of an enumeration.</summary>
    public TypeCode Code { get; } = Type.GetTypeCode(type);

    /// <summary>How values are cloned.</summary>
    public CloneType Clone => _clone ??= CloneType.Of(type);

    /// <summary>The fields that are saved.</summary>
    public SavedLayout Layout => _layout ??= SavedLayout.Of(type);

    /// <summary>How the table has the type.</summary>
    public SavedTypeKind Form { get; } = type.IsArray ? SavedTypeKind.Array : type.IsConstructedGenericType ? SavedTypeKind.Generic : SavedTypeKind.Named;

    /// <summary>Whether the table can have the type by its name.</summary>
    public bool CanHaveName { get; } = !type.IsGenericParameter && !type.IsPointer && !type.IsByRef;

    /// <summary>The types of which it consists; null if nothing has asked for them.</summary>
    public WrittenType[]? Parts { get; set; }

    /// <summary>The save for which <see cref="Number"/> was given.</summary>
    public long Save { get; set; }

    public int Number { get; set; }

    /// <summary>The entry of the table, for the list of types with the number <see cref="NamedBy"/>; null if it is not known.</summary>
    public byte[]? Entry { get; set; }

    public long NamedBy { get; set; }

    /// <summary>Whether saved state may have values of the type that are made of their fields or items.</summary>
    public bool CanMake(SavedTypes types) => _canMake ??= types.CanMake(type);

    /// <summary>The types of which an array or a generic type consists; none for arrays that cannot be saved.</summary>
    public IEnumerable<Type> PartTypes() =>
        !type.IsArray ? type.GetGenericArguments().Prepend(type.GetGenericTypeDefinition()) : type.IsSZArray ? [type.GetElementType()!] : [];

    private static WrittenKind KindOf(Type type) =>
        type.IsEnum ? WrittenKind.Enum
        : SavedValues.IsSimple(type) ? WrittenKind.Simple
        : typeof(Type).IsAssignableFrom(type) ? WrittenKind.Type
        : type == typeof(DependencyProperty) ? WrittenKind.Property
        : typeof(Delegate).IsAssignableFrom(type) ? WrittenKind.Delegate
        : typeof(Exception).IsAssignableFrom(type) ? WrittenKind.Exception
        : WrittenKind.Other;
}
