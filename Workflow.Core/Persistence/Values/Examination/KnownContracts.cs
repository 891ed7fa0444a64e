using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The contracts for common types of .NET that are not simple values.</summary>
internal static class KnownContracts
{
    /// <summary>The methods that create the contracts of generic types, with the same type arguments.</summary>
    private static readonly Dictionary<Type, (Type Maker, string Method)> Generic = new()
    {
        [typeof(List<>)] = (typeof(Sequences), nameof(Sequences.List)),
        [typeof(HashSet<>)] = (typeof(Sequences), nameof(Sequences.HashSet)),
        [typeof(SortedSet<>)] = (typeof(Sequences), nameof(Sequences.SortedSet)),
        [typeof(Queue<>)] = (typeof(Sequences), nameof(Sequences.Queue)),
        [typeof(Stack<>)] = (typeof(Sequences), nameof(Sequences.Stack)),
        [typeof(LinkedList<>)] = (typeof(Sequences), nameof(Sequences.LinkedList)),
        [typeof(ConcurrentBag<>)] = (typeof(Sequences), nameof(Sequences.ConcurrentBag)),
        [typeof(ConcurrentQueue<>)] = (typeof(Sequences), nameof(Sequences.ConcurrentQueue)),
        [typeof(ConcurrentStack<>)] = (typeof(Sequences), nameof(Sequences.ConcurrentStack)),
        [typeof(ImmutableList<>)] = (typeof(FixedSequences), nameof(FixedSequences.ImmutableList)),
        [typeof(ImmutableHashSet<>)] = (typeof(FixedSequences), nameof(FixedSequences.ImmutableHashSet)),
        [typeof(ImmutableSortedSet<>)] = (typeof(FixedSequences), nameof(FixedSequences.ImmutableSortedSet)),
        [typeof(ImmutableQueue<>)] = (typeof(FixedSequences), nameof(FixedSequences.ImmutableQueue)),
        [typeof(ImmutableStack<>)] = (typeof(FixedSequences), nameof(FixedSequences.ImmutableStack)),
        [typeof(FrozenSet<>)] = (typeof(FixedSequences), nameof(FixedSequences.FrozenSet)),
        [typeof(PriorityQueue<,>)] = (typeof(FixedSequences), nameof(FixedSequences.PriorityQueue)),
        [typeof(Dictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.Dictionary)),
        [typeof(SortedDictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.SortedDictionary)),
        [typeof(SortedList<,>)] = (typeof(Dictionaries), nameof(Dictionaries.SortedList)),
        [typeof(OrderedDictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.OrderedDictionary)),
        [typeof(ConcurrentDictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.ConcurrentDictionary)),
        [typeof(FrozenDictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.FrozenDictionary)),
        [typeof(ImmutableDictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.ImmutableDictionary)),
        [typeof(ImmutableSortedDictionary<,>)] = (typeof(Dictionaries), nameof(Dictionaries.ImmutableSortedDictionary)),
        [typeof(Collection<>)] = (typeof(Wrappers), nameof(Wrappers.Collection)),
        [typeof(ObservableCollection<>)] = (typeof(Wrappers), nameof(Wrappers.ObservableCollection)),
        [typeof(KeyedCollection<,>)] = (typeof(Wrappers), nameof(Wrappers.KeyedCollection)),
        [typeof(ReadOnlyCollection<>)] = (typeof(Wrappers), nameof(Wrappers.ReadOnlyCollection)),
        [typeof(ReadOnlySet<>)] = (typeof(Wrappers), nameof(Wrappers.ReadOnlySet)),
        [typeof(ReadOnlyDictionary<,>)] = (typeof(Wrappers), nameof(Wrappers.ReadOnlyDictionary)),
        [typeof(ImmutableArray<>)] = (typeof(Wrappers), nameof(Wrappers.ImmutableArray)),
        [typeof(ArraySegment<>)] = (typeof(Wrappers), nameof(Wrappers.ArraySegment)),
        [typeof(Memory<>)] = (typeof(Wrappers), nameof(Wrappers.Memory)),
        [typeof(ReadOnlyMemory<>)] = (typeof(Wrappers), nameof(Wrappers.ReadOnlyMemory)),
        [typeof(Lazy<>)] = (typeof(Wrappers), nameof(Wrappers.Lazy)),
    };

    private static readonly Dictionary<Type, Func<ValueContract>> Others = new()
    {
        [typeof(ArrayList)] = OldCollections.ArrayList,
        [typeof(Queue)] = OldCollections.Queue,
        [typeof(Stack)] = OldCollections.Stack,
        [typeof(Hashtable)] = OldCollections.Hashtable,
        [typeof(StringCollection)] = OldCollections.StringCollection,
        [typeof(NameValueCollection)] = () => new NameValueContract(),
        [typeof(BitArray)] = Documents.BitArray,
        [typeof(StringBuilder)] = Documents.StringBuilder,
        [typeof(JsonElement)] = Documents.JsonElement,
        [typeof(JsonDocument)] = Documents.JsonDocument,
        [typeof(JsonObject)] = Documents.JsonNode,
        [typeof(JsonArray)] = Documents.JsonNode,
        [typeof(JsonValue)] = Documents.JsonNode,
        [typeof(XElement)] = Documents.XElement,
        [typeof(XDocument)] = Documents.XDocument,
        [typeof(object)] = () => new PlainObjectContract<object>(),
        [typeof(ValueTuple)] = () => new PlainObjectContract<ValueTuple>(),
        [typeof(Lock)] = () => new PlainObjectContract<Lock>(),
    };

    /// <summary>Returns the contract of a type; null for any type that is not listed here.</summary>
    public static ValueContract? Of(Type type)
    {
        if (!RuntimeFeature.IsDynamicCodeSupported && NativeContracts.Of(type) is { } native)
        {
            return native;
        }

        if (type.IsArray)
        {
            return type.IsSZArray ? Make(typeof(Sequences), nameof(Sequences.Array), [type.GetElementType()!]) : new ShapedArrayContract(type);
        }

        if (type.IsConstructedGenericType && Generic.TryGetValue(type.GetGenericTypeDefinition(), out (Type Maker, string Method) generic))
        {
            return Make(generic.Maker, generic.Method, type.GenericTypeArguments);
        }

        return Others.TryGetValue(type, out Func<ValueContract>? make) ? make() : PartsContract.Of(type);
    }

    /// <summary>Creates a contract by a generic method; null if a program compiled with native AOT has no code for the type arguments.</summary>
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods, typeof(Sequences))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods, typeof(FixedSequences))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods, typeof(Dictionaries))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods, typeof(Wrappers))]
    private static ValueContract? Make(Type maker, string method, Type[] arguments)
    {
        try
        {
            return (ValueContract)maker
                .GetMethod(method, BindingFlags.Static | BindingFlags.Public)!
                .MakeGenericMethod(arguments)
                .Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null)!;
        }
        catch (NotSupportedException) when (!RuntimeFeature.IsDynamicCodeSupported)
        {
            return null;
        }
    }
}
