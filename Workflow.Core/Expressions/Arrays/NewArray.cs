using System.Collections.ObjectModel;
using System.Globalization;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Makes an array whose elements have their default value.</summary>
/// <remarks>A length below zero, or too large for an array's, is an <see cref="OverflowException"/>.</remarks>
/// <typeparam name="TResult">The type of the array, such as <c>int[]</c> or <c>string[,]</c>; another type is a validation error.</typeparam>
public sealed class NewArray<TResult> : CodeActivity<TResult>
{
    private NonNullCollection<Argument>? _bounds;
    private Argument[] _frozen = [];

    /// <summary>The lengths, one for each dimension; in arguments of an integer type. Takes no null.</summary>
    public Collection<Argument> Bounds => _bounds ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _frozen = NonNullCollection.ElementsOf(_bounds).ToArray();
        metadata.DeclareAll("Bound", _frozen);
        if (!typeof(TResult).IsArray)
        {
            metadata.AddValidationError($"'{typeof(TResult)}' is not an array; use New to make an object.");
        }
        else if (_frozen.Length != typeof(TResult).GetArrayRank())
        {
            metadata.AddValidationError($"'{typeof(TResult)}' has {typeof(TResult).GetArrayRank()} dimensions, but there are {_frozen.Length} bounds; give one for each.");
        }

        foreach (Argument bound in _frozen)
        {
            if (bound.Direction != ArgumentDirection.In || !IsInteger(bound.ArgumentType))
            {
                metadata.AddValidationError($"A bound is an in argument of an integer type, not an {bound.Direction} argument of '{bound.ArgumentType}'; convert it with Cast.");
            }
        }
    }

    /// <inheritdoc/>
    protected override TResult Execute(CodeActivityContext context) =>
        (TResult)(object)Array.CreateInstance(typeof(TResult).GetElementType()!, Array.ConvertAll(_frozen, bound => Length(bound.Get(context))));

    private static bool IsInteger(Type type) => type == typeof(ulong) || ImplicitConversion.Exists(type, typeof(long));

    private int Length(object? bound)
    {
        int length = Convert.ToInt32(bound, CultureInfo.InvariantCulture);
        return length >= 0 ? length : throw new OverflowException($"'{DisplayName}' got the length {length}; a length is zero or more.");
    }
}
