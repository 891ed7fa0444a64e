using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Workflow.Persistence;

/// <summary>The contracts of types that wrap another collection or value. The inner object is saved by its own type, and wrapped again at a load.</summary>
internal static class Wrappers
{
    private static readonly string[] Events = ["CollectionChanged", "PropertyChanged"];

    public static ValueContract Collection<T>() => new FilledContract<Collection<T>, T>(
        _ => [], (collection, items) => items.ForEach(collection.Add), collection => collection.Clear())
    {
        Check = CheckList(Inner<Collection<T>, IList<T>>("Items")),
    };

    public static ValueContract ObservableCollection<T>()
    {
        Action<Collection<T>> checkList = CheckList(Inner<Collection<T>, IList<T>>("Items"));
        Func<ObservableCollection<T>, bool> isObserved = Observers<T>();
        return new FilledContract<ObservableCollection<T>, T>(_ => [], (collection, items) => items.ForEach(collection.Add), collection => collection.Clear())
        {
            Check = collection =>
            {
                checkList(collection);
                if (isObserved(collection))
                {
                    throw new UnsavableValueException(
                        collection.GetType(), "has observers, which have no meaning in another process; remove them before the save, or save a list");
                }
            },
        };
    }

    /// <summary>Creates the contract for derived classes; the class itself is abstract. Their own methods fill them, and maintain the keys.</summary>
    public static ValueContract KeyedCollection<TKey, T>()
        where TKey : notnull =>
        new FilledContract<KeyedCollection<TKey, T>, T>(
            _ => throw new NotSupportedException(), (collection, items) => items.ForEach(collection.Add), collection => collection.Clear())
        {
            Comparer = collection => Comparers.Unless(collection.Comparer),
            Check = CheckList(Inner<Collection<T>, IList<T>>("Items")),
        };

    public static ValueContract ReadOnlyCollection<T>() => new WrapperContract<ReadOnlyCollection<T>, IList<T>>(
        Inner<ReadOnlyCollection<T>, IList<T>>("Items"), items => new ReadOnlyCollection<T>(items!), elements => ((IEnumerable<T>)elements).ToList());

    public static ValueContract ReadOnlySet<T>() => new WrapperContract<ReadOnlySet<T>, ISet<T>>(
        Inner<ReadOnlySet<T>, ISet<T>>("Set"), items => new ReadOnlySet<T>(items!));

    public static ValueContract ReadOnlyDictionary<TKey, TValue>()
        where TKey : notnull =>
        new WrapperContract<ReadOnlyDictionary<TKey, TValue>, IDictionary<TKey, TValue>>(
            Inner<ReadOnlyDictionary<TKey, TValue>, IDictionary<TKey, TValue>>("Dictionary"), pairs => new ReadOnlyDictionary<TKey, TValue>(pairs!));

    public static ValueContract ImmutableArray<T>() => new WrapperContract<ImmutableArray<T>, T[]>(
        array => ImmutableCollectionsMarshal.AsArray(array), items => ImmutableCollectionsMarshal.AsImmutableArray(items));

    public static ValueContract ArraySegment<T>() => new WrapperContract<ArraySegment<T>, SegmentOf<T>>(
        segment => SegmentOf<T>.Of(segment), written => written?.Segment ?? default);

    public static ValueContract Memory<T>() => new WrapperContract<Memory<T>, SegmentOf<T>>(
        memory => SegmentOf<T>.Of(memory), written => written?.Segment ?? default);

    public static ValueContract ReadOnlyMemory<T>() => new WrapperContract<ReadOnlyMemory<T>, SegmentOf<T>>(
        memory => SegmentOf<T>.Of(memory), written => written?.Segment ?? default);

    public static ValueContract Lazy<T>() => new WrapperContract<Lazy<T>, T>(
        lazy => lazy.IsValueCreated
            ? lazy.Value
            : throw new UnsavableValueException(
                typeof(Lazy<T>), "has no value yet, and its function has no meaning in another process; read its value before the save"),
        value => new Lazy<T>(value!));

    /// <summary>Returns a function that gets the inner object. It is a protected property of the wrapper, so its name is stable.</summary>
    private static Func<TWrapper, TInner> Inner<
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties | DynamicallyAccessedMemberTypes.NonPublicProperties)] TWrapper, TInner>(
        string property) =>
        typeof(TWrapper)
            .GetProperty(property, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly)!
            .GetMethod!
            .CreateDelegate<Func<TWrapper, TInner>>();

    /// <summary>
    /// Returns a check that throws if a collection wraps a list of a class other than <see cref="List{T}"/>: after a load it would wrap a plain list.
    /// </summary>
    private static Action<Collection<T>> CheckList<T>(Func<Collection<T>, IList<T>> inner) => collection =>
    {
        if (inner(collection).GetType() is { } type && type != typeof(List<T>))
        {
            throw new UnsavableValueException(collection.GetType(), $"is around a '{type}'; save that, or use a collection that makes its own list");
        }
    };

    private static Func<ObservableCollection<T>, bool> Observers<T>()
    {
        FieldInfo?[] events = Array.ConvertAll(Events, name => typeof(ObservableCollection<T>).GetField(name, BindingFlags.Instance | BindingFlags.NonPublic));

        // Trimming may have removed the fields. Then the collection may have observers.
        return collection => Array.Exists(events, field => field is null || field.GetValue(collection) is not null);
    }
}
