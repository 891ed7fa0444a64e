using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Drawing;
using System.Numerics;
using System.Text;

namespace Workflow.Persistence;

/// <summary>
/// The contracts of the collections that a program compiled with native AOT can save without declaring them. Such a program has code for type arguments
/// that are value types only if the source names them. The code for type arguments that are classes is shared by all classes.
/// </summary>
internal static class NativeContracts
{
    private static readonly Lazy<Dictionary<Type, Func<ValueContract>>> Known = new(All);

    /// <summary>Returns the contract of a type; null for any type that is not listed here.</summary>
    public static ValueContract? Of(Type type) => Known.Value.TryGetValue(type, out Func<ValueContract>? make) ? make() : null;

    private static Dictionary<Type, Func<ValueContract>> All()
    {
        Dictionary<Type, Func<ValueContract>> known = [];
        Add<bool>(known);
        Add<byte>(known);
        Add<sbyte>(known);
        Add<short>(known);
        Add<ushort>(known);
        Add<int>(known);
        Add<uint>(known);
        Add<long>(known);
        Add<ulong>(known);
        Add<float>(known);
        Add<double>(known);
        Add<decimal>(known);
        Add<char>(known);
        Add<string>(known);
        Add<object>(known);
        Add<Guid>(known);
        Add<DateTime>(known);
        Add<DateTimeOffset>(known);
        Add<DateOnly>(known);
        Add<TimeOnly>(known);
        Add<TimeSpan>(known);
        Add<Uri>(known);
        Add<Version>(known);
        Add<Half>(known);
        Add<Int128>(known);
        Add<UInt128>(known);
        Add<BigInteger>(known);
        Add<Complex>(known);
        Add<Rune>(known);
        Add<Index>(known);
        Add<Range>(known);
        Add<Color>(known);
        AddKeys<string>(known);
        AddKeys<int>(known);
        AddKeys<long>(known);
        AddKeys<Guid>(known);
        AddOthers(known);
        return known;
    }

    private static void Add<T>(Dictionary<Type, Func<ValueContract>> known)
    {
        known[typeof(T[])] = Sequences.Array<T>;
        known[typeof(List<T>)] = Sequences.List<T>;
        known[typeof(HashSet<T>)] = Sequences.HashSet<T>;
        known[typeof(Queue<T>)] = Sequences.Queue<T>;
        known[typeof(Stack<T>)] = Sequences.Stack<T>;
        known[typeof(ImmutableList<T>)] = FixedSequences.ImmutableList<T>;
        known[typeof(ImmutableArray<T>)] = Wrappers.ImmutableArray<T>;
        known[typeof(ReadOnlyCollection<T>)] = Wrappers.ReadOnlyCollection<T>;
        known[typeof(Dictionary<string, T>)] = Dictionaries.Dictionary<string, T>;
    }

    private static void AddKeys<TKey>(Dictionary<Type, Func<ValueContract>> known)
        where TKey : notnull
    {
        known[typeof(Dictionary<TKey, object>)] = Dictionaries.Dictionary<TKey, object>;
        known[typeof(Dictionary<TKey, string>)] = Dictionaries.Dictionary<TKey, string>;
        known[typeof(Dictionary<TKey, int>)] = Dictionaries.Dictionary<TKey, int>;
        known[typeof(SortedDictionary<TKey, object>)] = Dictionaries.SortedDictionary<TKey, object>;
        known[typeof(ReadOnlyDictionary<TKey, object>)] = Wrappers.ReadOnlyDictionary<TKey, object>;
    }

    private static void AddOthers(Dictionary<Type, Func<ValueContract>> known)
    {
        known[typeof(SortedSet<object>)] = Sequences.SortedSet<object>;
        known[typeof(LinkedList<object>)] = Sequences.LinkedList<object>;
        known[typeof(Collection<object>)] = Wrappers.Collection<object>;
        known[typeof(ObservableCollection<object>)] = Wrappers.ObservableCollection<object>;
        known[typeof(ImmutableHashSet<object>)] = FixedSequences.ImmutableHashSet<object>;
        known[typeof(ImmutableDictionary<string, object>)] = Dictionaries.ImmutableDictionary<string, object>;
    }
}
