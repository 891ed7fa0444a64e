using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contract of a collection with one type of elements, written in its order of enumeration.</summary>
internal abstract class SequenceContract<TCollection, T> : CollectionContract
    where TCollection : IEnumerable<T>
{
    public override bool HasIdentity => !typeof(TCollection).IsValueType;

    public Func<TCollection, object?>? Comparer { get; init; }

    /// <summary>Throws if a collection has state besides its elements; null if it cannot have such state.</summary>
    public Action<TCollection>? Check { get; init; }

    public override object? ComparerOf(object collection) => Comparer?.Invoke((TCollection)collection);

    public override void WriteItems(object collection, ValueWriter writer)
    {
        Check?.Invoke((TCollection)collection);
        writer.Json.WriteStartArray();
        bool isPlain = PlainElements.Takes<T>(writer.Contracts);
        int at = 0;
        try
        {
            foreach (T item in (TCollection)collection)
            {
                if (isPlain)
                {
                    PlainElements.Write(writer.Json, item);
                }
                else
                {
                    writer.Write(item, typeof(T));
                }

                at++;
            }
        }
        catch (UnsavableValueException failure)
            when (failure.IsHandledAt(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"[{at}]")))
        {
            throw;
        }

        writer.Json.WriteEndArray();
    }

    protected static List<T> ReadList(JsonElement items, ValueReader reader)
    {
        List<T> read = new(items.GetArrayLength());
        foreach (JsonElement item in items.EnumerateArray())
        {
            read.Add((T)reader.Read(item, typeof(T))!);
        }

        return read;
    }
}

/// <summary>The contract of a collection that is created empty and then filled, so that its elements can refer to it.</summary>
/// <param name="make">Creates an empty collection with a comparer.</param>
/// <param name="fill">Adds the elements, which are in the order in which they were written.</param>
/// <param name="clear">Removes all elements.</param>
internal sealed class FilledContract<TCollection, T>(Func<object?, TCollection> make, Action<TCollection, List<T>> fill, Action<TCollection> clear)
    : SequenceContract<TCollection, T>
    where TCollection : class, IEnumerable<T>
{
    public override bool IsMadeFirst => true;

    public override object Make(object? comparer) => make(comparer);

    public override void Clear(object collection) => clear((TCollection)collection);

    public override void ReadItems(JsonElement items, object collection, ValueReader reader)
    {
        List<T> read = ReadList(items, reader);
        if (Comparer is null)
        {
            fill((TCollection)collection, read);
        }
        else
        {
            reader.Fill(() => fill((TCollection)collection, read));
        }
    }
}

/// <summary>The contract of a collection that is created from all its elements.</summary>
/// <param name="make">Creates the collection from the elements, which are in the order in which they were written, and a comparer.</param>
internal sealed class WholeContract<TCollection, T>(Func<List<T>, object?, TCollection> make) : SequenceContract<TCollection, T>
    where TCollection : IEnumerable<T>
{
    public override object Make(object? comparer) => make([], comparer);

    public override void Clear(object collection) => throw new NotSupportedException();

    public override void ReadItems(JsonElement items, object collection, ValueReader reader) => throw new NotSupportedException();

    protected override object ReadWith(object? comparer, JsonElement items, ValueReader reader, int place) => make(ReadList(items, reader), comparer);
}
