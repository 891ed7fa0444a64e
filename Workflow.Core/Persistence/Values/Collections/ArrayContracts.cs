using System.Globalization;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contract of a one-dimensional array, written as a list.</summary>
internal sealed class ArrayContract<T> : ValueContract
{
    public override bool IsMadeFirst => true;

    public override void Write(object value, ValueWriter writer)
    {
        writer.Json.WriteStartArray();
        bool isPlain = PlainElements.Takes<T>(writer.Contracts);
        int at = 0;
        try
        {
            foreach (T item in (T[])value)
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
        catch (UnsavableValueException failure) when (failure.IsHandledAt(string.Create(CultureInfo.InvariantCulture, $"[{at}]")))
        {
            throw;
        }

        writer.Json.WriteEndArray();
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        T[] made = new T[json.GetArrayLength()];
        reader.Made(place, made);
        int at = 0;
        foreach (JsonElement item in json.EnumerateArray())
        {
            made[at++] = (T)reader.Read(item, typeof(T))!;
        }

        return made;
    }
}

/// <summary>The contract of an array with several dimensions or a lower bound other than zero: its lengths, its lower bounds, its elements.</summary>
internal sealed class ShapedArrayContract(Type type) : ValueContract
{
    private const string Lengths = "lengths", From = "from", Items = "items";

    private readonly Type _element = type.GetElementType()!;

    public override bool HasMembers => true;

    public override bool IsMadeFirst => true;

    public override void Write(object value, ValueWriter writer)
    {
        Array array = (Array)value;
        WriteNumbers(Lengths, array, array.GetLength, writer);
        WriteNumbers(From, array, array.GetLowerBound, writer);
        writer.Json.WriteStartArray(Items);
        foreach (object? item in array)
        {
            writer.Write(item, _element);
        }

        writer.Json.WriteEndArray();
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        int[] lengths = ReadNumbers(json, Lengths), from = ReadNumbers(json, From);
        JsonElement items = json.GetProperty(Items);

        // The number of elements is checked before the array is allocated, so that forged lengths cannot allocate much memory.
        if (lengths.Aggregate(1L, (product, length) => checked(product * length)) != items.GetArrayLength())
        {
            throw new JsonException("An array has another number of elements than its lengths say.");
        }

        Array made = Array.CreateInstance(_element, lengths, from);
        reader.Made(place, made);
        int[] indices = [.. from];
        foreach (JsonElement item in items.EnumerateArray())
        {
            made.SetValue(reader.Read(item, _element), indices);
            Advance(indices, made);
        }

        return made;
    }

    /// <summary>Advances the indices to the next element. The last index changes fastest, as in an enumeration.</summary>
    private static void Advance(int[] indices, Array array)
    {
        for (int dimension = indices.Length - 1; dimension >= 0; dimension--)
        {
            if (indices[dimension] < array.GetUpperBound(dimension))
            {
                indices[dimension]++;
                return;
            }

            indices[dimension] = array.GetLowerBound(dimension);
        }
    }

    private static void WriteNumbers(string name, Array array, Func<int, int> numberOf, ValueWriter writer)
    {
        writer.Json.WriteStartArray(name);
        for (int dimension = 0; dimension < array.Rank; dimension++)
        {
            writer.Json.WriteNumberValue(numberOf(dimension));
        }

        writer.Json.WriteEndArray();
    }

    private static int[] ReadNumbers(JsonElement json, string name) => [.. json.GetProperty(name).EnumerateArray().Select(number => number.GetInt32())];
}
