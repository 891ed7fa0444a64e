using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Determines, once for each type, how its values are saved, or the reason why they cannot be saved.</summary>
internal static class TypeExamination
{
    private const string OfSystemOnly = "is of a .NET type whose internal state is unknown; add a JsonConverter for it to a JsonValueSerializer in the extensions of the host, or save the values that it was created from";

    /// <summary>
    /// The reason for any application type in a trimmed program. Trimming removes fields that no code uses by name, and reflection cannot detect their
    /// absence.
    /// </summary>
    private const string Trimmed = "has no contract, as this program is trimmed; add a JsonValueSerializer with a TypeInfoResolver that knows the type to the extensions of the host";

    public static ValueContract ContractFor(Type type, ContractSet contracts)
    {
        if (SimpleValues.Handles(type))
        {
            return new SimpleContract(type);
        }

        if (LiveValues.WhyNot(type) is { } why)
        {
            return new RefusedContract(type, why);
        }

        return KnownContracts.Of(type) ?? OfAuthor(type, contracts);
    }

    /// <summary>Returns the reason why no value of the type can be saved with any alias; null if an alias may help.</summary>
    public static string? WhyNever(Type type) =>
        LiveValues.WhyNot(type)
        ?? UnnamedTypes.WhyNot(type)
        ?? (OfSystem.Is(type) && !type.IsEnum && !SimpleValues.Handles(type) && KnownContracts.Of(type) is null && !HasOnlyPublicFields(type)
            ? OfSystemOnly
            : null);

    private static ValueContract OfAuthor(Type type, ContractSet contracts)
    {
        if (OfSystem.Is(type) && !HasOnlyPublicFields(type))
        {
            return new RefusedContract(type, OfSystemOnly);
        }

        if (type.IsAbstract || type.IsInterface)
        {
            return new RefusedContract(type, "is of an abstract type");
        }

        if (!JsonSerializer.IsReflectionEnabledByDefault && !type.IsEnum)
        {
            return new RefusedContract(type, Trimmed);
        }

        List<Type> own = [];
        Type? foundation = type;
        for (;
            foundation is not null && foundation != typeof(object) && foundation != typeof(ValueType) && (foundation == type || !OfSystem.Is(foundation));
            foundation = foundation.BaseType)
        {
            own.Insert(0, foundation);
        }

        FieldInfo[] fields = [.. own.SelectMany(FieldsOf)];
        return WhyNot(type, fields) is { } why ? new RefusedContract(type, why) : OnFoundation(type, foundation, new SavedMembers(fields, contracts));
    }

    private static ValueContract OnFoundation(Type type, Type? foundation, SavedMembers members)
    {
        if (foundation is null || foundation == typeof(object) || foundation == typeof(ValueType) || !HasFields(foundation))
        {
            return new ObjectContract(type, members);
        }

        if (KnownContracts.Of(foundation) is not CollectionContract { IsMadeFirst: true } collection)
        {
            return new RefusedContract(type, $"derives from '{foundation}', whose internal state is unknown; save the values that it was created from");
        }

        return type.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, []) is { } constructor
            ? new DerivedCollectionContract(constructor, collection, members)
            : new RefusedContract(type, $"derives from '{foundation}' and has no constructor without parameters; add one, which may be private");
    }

    private static string? WhyNot(Type type, FieldInfo[] fields)
    {
        if (type.IsDefined(typeof(InlineArrayAttribute), inherit: false)
            || Array.Exists(fields, field => field.IsDefined(typeof(FixedBufferAttribute), inherit: false)))
        {
            return "has a buffer of fixed length in it, which cannot be read element by element; use an array";
        }

        if (Array.Find(fields, field => field.FieldType.IsPointer || field.FieldType.IsFunctionPointer || field.FieldType.IsByRefLike) is { } pointer)
        {
            return $"has the pointer '{pointer.Name}', which {LiveValues.Why}";
        }

        return null;
    }

    private static IEnumerable<FieldInfo> FieldsOf(Type type) =>
        type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly).OrderBy(field => field.MetadataToken);

    private static bool HasFields(Type type)
    {
        for (Type? next = type; next is not null; next = next.BaseType)
        {
            if (FieldsOf(next).Any())
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns true for a struct of .NET that has public fields only, which are then its whole state, as in a vector.</summary>
    private static bool HasOnlyPublicFields(Type type) =>
        type.IsValueType
        && type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic) is { Length: > 0 } fields
        && Array.TrueForAll(fields, field => field.IsPublic);
}
