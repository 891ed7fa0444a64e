using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Creates an array with default values.</summary>
/// <remarks>A length that is negative or too large for an array causes an <see cref="OverflowException"/>.</remarks>
/// <typeparam name="TResult">The type of the array, such as <c>int[]</c> or <c>string[,]</c>; another type is a validation error.</typeparam>
public sealed class NewArray<TResult> : CodeActivity<TResult>
{
    private NonNullCollection<Argument>? _bounds;
    private Argument[] _frozen = [];

    /// <summary>
    /// The lengths, as arguments of an integer type: one length for each dimension. For an array of arrays, one length for each level from the outer level
    /// on; an inner level without a length is null. Null items are not allowed.
    /// </summary>
    public Collection<Argument> Bounds => _bounds ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _frozen = NonNullCollection.ElementsOf(_bounds).ToArray();
        metadata.DeclareAll("Argument", _frozen);
        if (!typeof(TResult).IsArray)
        {
            metadata.AddValidationError($"'{typeof(TResult)}' is not an array; use New to make an object.");
        }
        else if (Misfit(typeof(TResult), _frozen.Length) is { } misfit)
        {
            metadata.AddValidationError(misfit);
        }

        foreach (Argument bound in _frozen)
        {
            if (bound.Direction != ArgumentDirection.In || !IsInteger(bound.ArgumentType))
            {
                metadata.AddValidationError(
                    $"A bound is an in argument of an integer type, not an {bound.Direction} argument of '{bound.ArgumentType}'; convert it with Cast.");
            }
        }
    }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The arrays that are made are TResult and its elements, which the code names.")]
    protected override TResult Execute(CodeActivityContext context)
    {
        int[] lengths = Array.ConvertAll(_frozen, bound => Length(bound.Get(context)));
        return (TResult)(object)(typeof(TResult).IsSZArray
            ? Nested(typeof(TResult), lengths)
            : Array.CreateInstance(typeof(TResult).GetElementType()!, lengths));
    }

    /// <summary>
    /// Returns an error if the number of lengths does not match the type; otherwise null. An array needs a length for each dimension. An array of arrays
    /// may have a length for each level, but needs only the first.
    /// </summary>
    private static string? Misfit(Type type, int bounds)
    {
        int levels = 0;
        for (Type? level = type; level is { IsSZArray: true }; level = level.GetElementType())
        {
            levels++;
        }

        return levels <= 1 && bounds != type.GetArrayRank()
                ? $"'{type}' has {type.GetArrayRank()} dimensions, but there are {bounds} bounds; give one for each."
            : levels > 1 && (bounds == 0 || bounds > levels)
                ? $"'{type}' has {levels} levels of arrays, but there are {bounds} bounds; give one for the outer array, or one for each level from there on."
            : null;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The arrays that are made are TResult and its elements, which the code names.")]
    private static Array Nested(Type type, ReadOnlySpan<int> lengths)
    {
        Type element = type.GetElementType()!;
        Array array = Array.CreateInstance(element, lengths[0]);
        for (int i = 0; lengths.Length > 1 && i < array.Length; i++)
        {
            array.SetValue(Nested(element, lengths[1..]), i);
        }

        return array;
    }

    private static bool IsInteger(Type type) => type == typeof(ulong) || ImplicitConversion.Exists(type, typeof(long));

    private int Length(object? bound)
    {
        int length = Convert.ToInt32(bound, CultureInfo.InvariantCulture);
        return length >= 0 ? length : throw new OverflowException($"'{DisplayName}' got the length {length}; use zero or more.");
    }
}
