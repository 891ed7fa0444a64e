using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>
/// Maps the types of values whose type is not the declared type to tags, and tags to types. A name in saved data is never used to find a type of the
/// process by reflection.
/// </summary>
internal static class ValueTags
{
    private const string Array = "[]", ListStart = "readonly<";

    private const char ListEnd = '>';

    /// <summary>The collections whose element types are named by the declared interface or base class. They need no alias.</summary>
    private static readonly (string Tag, Type Definition)[] Collections =
    [
        ("<>", typeof(List<>)), ("set<>", typeof(HashSet<>)), ("sortedset<>", typeof(SortedSet<>)), ("queue<>", typeof(Queue<>)), ("stack<>", typeof(Stack<>)),
        ("linkedlist<>", typeof(LinkedList<>)), ("collection<>", typeof(Collection<>)), ("observable<>", typeof(ObservableCollection<>)),
        ("readonly<>", typeof(ReadOnlyCollection<>)), ("readonlyset<>", typeof(ReadOnlySet<>)), ("concurrentbag<>", typeof(ConcurrentBag<>)),
        ("concurrentqueue<>", typeof(ConcurrentQueue<>)), ("concurrentstack<>", typeof(ConcurrentStack<>)), ("frozenset<>", typeof(FrozenSet<>)),
        ("immutablearray<>", typeof(ImmutableArray<>)), ("immutablelist<>", typeof(ImmutableList<>)), ("immutableset<>", typeof(ImmutableHashSet<>)),
        ("immutablesortedset<>", typeof(ImmutableSortedSet<>)), ("immutablequeue<>", typeof(ImmutableQueue<>)), ("immutablestack<>", typeof(ImmutableStack<>)),
        ("segment<>", typeof(ArraySegment<>)), ("dictionary<>", typeof(Dictionary<,>)), ("sorteddictionary<>", typeof(SortedDictionary<,>)),
        ("sortedlist<>", typeof(SortedList<,>)), ("ordereddictionary<>", typeof(OrderedDictionary<,>)), ("readonlydictionary<>", typeof(ReadOnlyDictionary<,>)),
        ("concurrentdictionary<>", typeof(ConcurrentDictionary<,>)), ("frozendictionary<>", typeof(FrozenDictionary<,>)),
        ("immutabledictionary<>", typeof(ImmutableDictionary<,>)), ("immutablesorteddictionary<>", typeof(ImmutableSortedDictionary<,>)),
    ];

    private static readonly FrozenDictionary<Type, string> Tags = Collections.ToFrozenDictionary(known => known.Definition, known => known.Tag);

    private static readonly FrozenDictionary<string, Type> Definitions =
        Collections.ToFrozenDictionary(known => known.Tag, known => known.Definition, StringComparer.Ordinal);

    /// <summary>Returns the tag of a type; null for a type without a tag.</summary>
    public static string? TagOf(TypeRegistry types, Type type, Type declared)
    {
        if (types.TryGetAlias(type, out string? alias))
        {
            return alias;
        }

        // The tag is used only if the reader resolves it to the same type. A tag that a registered alias or another rule resolves to another type is not used.
        string? name = DerivedTypesOf(declared).FirstOrDefault(derived => derived.DerivedType == type)?.TypeDiscriminator is { } named
            ? NameOf(named)
            : CollectionTagOf(type, declared) ?? ListTagOf(type, element => types.TryGetAlias(element, out string? known) ? known : null);
        return name is not null && TypeOf(types, name, declared) == type ? name : null;
    }

    /// <summary>
    /// Returns the tag of a read-only list whose element type the declared type does not name; the tag contains the tag of the element type. Null for any
    /// other type.
    /// </summary>
    public static string? ListTagOf(Type type, Func<Type, string?> tagOf) =>
        type.IsConstructedGenericType
        && type.GetGenericTypeDefinition() == typeof(ReadOnlyCollection<>)
        && tagOf(type.GenericTypeArguments[0]) is { } element
            ? $"{ListStart}{element}{ListEnd}"
            : null;

    /// <summary>Returns the type for a tag of <see cref="ListTagOf"/>; null for any other tag.</summary>
    public static Type? ListOf(string tag, Func<string, Type?> typeOf) =>
        tag.Length > ListStart.Length + 1
        && tag.StartsWith(ListStart, StringComparison.Ordinal)
        && tag[^1] == ListEnd
        && typeOf(tag[ListStart.Length..^1]) is { } element
        && CanBeElement(element)
            ? typeof(ReadOnlyCollection<>).MakeGenericType(element)
            : null;

    /// <summary>Returns the type for a tag; null for an unknown tag.</summary>
    public static Type? TypeOf(TypeRegistry types, string tag, Type declared) =>
        types.TryGetType(tag, out Type? registered) ? registered
        : DerivedTypesOf(declared).FirstOrDefault(derived => derived.TypeDiscriminator is { } named && NameOf(named) == tag)?.DerivedType
        ?? CollectionOf(tag, declared)
        ?? ListOf(tag, element => types.TryGetType(element, out Type? known) ? known : null);

    /// <summary>Returns true if the attributes of the type name its derived types or a converter.</summary>
    public static bool NamesDerivedTypes(Type declared) =>
        declared.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false) || declared.IsDefined(typeof(JsonConverterAttribute), inherit: false);

    private static bool CanBeElement(Type type) => !type.IsByRefLike && type != typeof(void);

    private static string? CollectionTagOf(Type type, Type declared)
    {
        if (type.IsSZArray)
        {
            return ArgumentsOf(declared).Any(arguments => arguments is [Type element] && element == type.GetElementType()) ? Array : null;
        }

        return type.IsConstructedGenericType && Tags.TryGetValue(type.GetGenericTypeDefinition(), out string? tag)
            && ArgumentsOf(declared).Any(arguments => arguments.AsSpan().SequenceEqual(type.GenericTypeArguments)) ? tag : null;
    }

    private static Type? CollectionOf(string tag, Type declared)
    {
        foreach (Type[] arguments in ArgumentsOf(declared))
        {
            Type? type = tag == Array && arguments is [Type element] ? element.MakeArrayType()
                : Definitions.TryGetValue(tag, out Type? definition) && definition.GetGenericArguments().Length == arguments.Length
                    ? definition.MakeGenericType(arguments)
                : null;
            if (type is not null && type.IsAssignableTo(declared))
            {
                return type;
            }
        }

        return null;
    }

    /// <summary>Returns the element types that the declared type names; for a sequence of pairs also the types of the pairs' keys and values.</summary>
    private static Type[][] ArgumentsOf(Type declared) => declared switch
    {
        { IsGenericType: false } => [],
        { GenericTypeArguments: [{ IsGenericType: true } pair] }
            when pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>) => [[pair], pair.GenericTypeArguments],
        _ => [declared.GenericTypeArguments],
    };

    [SuppressMessage("Performance", "CA1859:Use concrete types when possible for improved performance", Justification = "An empty one costs nothing.")]
    private static IEnumerable<JsonDerivedTypeAttribute> DerivedTypesOf(Type declared) =>
        declared.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false)
            ? declared.GetCustomAttributes(typeof(JsonDerivedTypeAttribute), inherit: false).Cast<JsonDerivedTypeAttribute>()
            : [];

    private static string NameOf(object discriminator) =>
        discriminator is string text ? Reserved.Escape(text) : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"#{discriminator}");
}
