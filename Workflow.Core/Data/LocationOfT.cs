using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Foundation;

namespace Workflow;

/// <summary>A location with one value of type <typeparamref name="T"/> while a workflow runs.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
/// <remarks>Derive from it to store the value elsewhere (in a field, an array element, a store). Not thread-safe.</remarks>
public class Location<T> : Location
{
    private protected T? Stored;

    /// <summary>Creates a location with the default value of <typeparamref name="T"/>.</summary>
    public Location()
    {
    }

    /// <inheritdoc/>
    public override Type LocationType => typeof(T);

    /// <summary>The value; initially the default of <typeparamref name="T"/>.</summary>
    public new virtual T Value
    {
        get => Stored!;
        set => Stored = value;
    }

    /// <summary>Returns the value as text; "&lt;null&gt;" for null.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => Value?.ToString() ?? "<null>";

    /// <inheritdoc/>
    protected override object? ValueCore
    {
        get => Value;
        set => Value = value is T typed ? typed : Convert(value);
    }

    /// <summary>Reads any location as <typeparamref name="T"/>. A plain location, the common case, is read without a virtual call.</summary>
    internal static T Read(Location location)
    {
        if (location.GetType() == typeof(Location<T>))
        {
            return Unsafe.As<Location<T>>(location).Stored!;
        }

        return location is Location<T> typed ? typed.Value : (T)location.Value!;
    }

    /// <summary>Writes to any location that accepts a <typeparamref name="T"/>.</summary>
    internal static void Write(Location location, T value)
    {
        if (location.GetType() == typeof(Location<T>))
        {
            Unsafe.As<Location<T>>(location).Stored = value;
        }
        else if (location is Location<T> typed)
        {
            typed.Value = value;
        }
        else
        {
            location.Value = value;
        }
    }

    /// <summary>
    /// Casts the location of a slot that was declared as <typeparamref name="T"/>, without a check. The declaring argument or variable determines the
    /// class of the location (see SlotKind), and a scope id never finds the slot of another declaration.
    /// </summary>
    internal static Location<T> OwnSlot(Location location)
    {
        Debug.Assert(location is Location<T>, "A scope id finds only slots of the type that its declaration says.");
        return Unsafe.As<Location<T>>(location);
    }

    /// <summary>Reads a slot that contains its own value: a variable or an in argument of exactly this type.</summary>
    internal static T ReadOwn(Location location)
    {
        Debug.Assert(location is Location<T>, "A slot with its own value has the declared type.");
        return Unsafe.As<Location<T>>(location).Stored!;
    }

    /// <summary>Writes a slot that contains its own value.</summary>
    internal static void WriteOwn(Location location, T value)
    {
        Debug.Assert(location is Location<T>, "A slot with its own value has the declared type.");
        Unsafe.As<Location<T>>(location).Stored = value;
    }

    internal override object? Kept
    {
        get => Stored;
        set => Stored = (T?)value;
    }

    internal override void Reset() => Stored = default;

    private static T Convert(object? value)
    {
        if (value is null && default(T) is null)
        {
            return default!;
        }

        return value is not null && ImplicitConversion.Exists(value.GetType(), typeof(T))
            ? (T)ImplicitConversion.Convert(value, typeof(T))!
            : throw new InvalidCastException($"A location of type '{typeof(T)}' cannot hold {(value is null ? "null" : $"a '{value.GetType()}'")}.");
    }
}
