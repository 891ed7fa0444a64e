namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The form in which saved state contains the values of a type.</summary>
internal enum WrittenKind
{
    /// <summary>The bytes of a simple value.</summary>
    Simple,
    Enum,

    /// <summary>A type, by its name.</summary>
    Type,
    Property,
    Delegate,
    Exception,

    /// <summary>An activity, a service or an object.</summary>
    Other,
}

/// <summary>The cached properties of a type whose values are saved, and its number in the current save. Not thread-safe.</summary>
internal sealed class WrittenType(Type type)
{
    private CloneType? _clone;
    private SavedLayout? _layout;
    private bool? _canMake;

    public Type Type => type;

    public WrittenKind Kind { get; } = KindOf(type);

    /// <summary>The type code of the values; for an enumeration, that of its underlying type.</summary>
    public TypeCode Code { get; } = Type.GetTypeCode(type);

    /// <summary>The way in which values are cloned.</summary>
    public CloneType Clone => _clone ??= CloneType.Of(type);

    /// <summary>The fields that are saved.</summary>
    public SavedLayout Layout => _layout ??= SavedLayout.Of(type);

    /// <summary>The form in which the table describes the type.</summary>
    public SavedTypeKind Form { get; } = type.IsArray ? SavedTypeKind.Array : type.IsConstructedGenericType ? SavedTypeKind.Generic : SavedTypeKind.Named;

    /// <summary>True if the table can contain the name of the type.</summary>
    public bool CanHaveName { get; } = !type.IsGenericParameter && !type.IsPointer && !type.IsByRef;

    /// <summary>The types of which this type consists; null until first use.</summary>
    public WrittenType[]? Parts { get; set; }

    /// <summary>The save for which <see cref="Number"/> is valid.</summary>
    public long Save { get; set; }

    public int Number { get; set; }

    /// <summary>The entry of the table, valid for the list of types with the id <see cref="NamedBy"/>; null if it is not cached.</summary>
    public byte[]? Entry { get; set; }

    public long NamedBy { get; set; }

    /// <summary>True if saved state can contain values of the type that are created from their fields or items.</summary>
    public bool CanMake(SavedTypes types) => _canMake ??= types.CanMake(type);

    /// <summary>Returns the types of which an array or a generic type consists; empty for arrays that cannot be saved.</summary>
    public IEnumerable<Type> PartTypes() =>
        !type.IsArray ? type.GetGenericArguments().Prepend(type.GetGenericTypeDefinition()) : type.IsSZArray ? [type.GetElementType()!] : [];

    private static WrittenKind KindOf(Type type) =>
        type.IsEnum ? WrittenKind.Enum
        : SimpleValueFormat.IsSimple(type) ? WrittenKind.Simple
        : typeof(Type).IsAssignableFrom(type) ? WrittenKind.Type
        : type == typeof(DependencyProperty) ? WrittenKind.Property
        : typeof(Delegate).IsAssignableFrom(type) ? WrittenKind.Delegate
        : typeof(Exception).IsAssignableFrom(type) ? WrittenKind.Exception
        : WrittenKind.Other;
}
