using System.Buffers;
using System.Collections;
using System.Reflection;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// Checks by a trial whether a serializer can read its own output, which is necessary when code of the application takes part. The original value and the
/// read value are compared by their state, never with an <c>Equals</c> of the application.
/// </summary>
internal static class ReadBack
{
    private const int Deepest = 300;

    private static readonly JsonWriterOptions Writing = new() { Encoder = StrictEncoder.Instance, MaxDepth = ValueWriter.Depth };

    private static readonly JsonDocumentOptions Reading = new() { MaxDepth = ValueWriter.Depth, AllowDuplicateProperties = false };

    /// <exception cref="UnsavableValueException">The value cannot be read back.</exception>
    public static void Check(ValueSerializer serializer, object value, Type type, ValueContext context)
    {
        using IDisposable? trial = context.BeginTrial?.Invoke();
        object? back;
        try
        {
            ArrayBufferWriter<byte> buffer = new();
            using (Utf8JsonWriter json = new(buffer, Writing))
            {
                serializer.WriteOnly(json, value, type, context);
            }

            using JsonDocument document = JsonDocument.Parse(buffer.WrittenMemory, Reading);
            back = serializer.Read(document.RootElement, type, context);
        }
        catch (Exception exception) when (exception is not (UnsavableValueException or OutOfMemoryException))
        {
            // Code of the application may throw anything.
            throw new UnsavableValueException(
                value.GetType(),
                $"cannot be read again after it was written ({ThrownText.Of(exception)}); correct its converter, or exclude the member with [JsonIgnore]",
                exception);
        }

        if (!new Comparison(context).AreSame(value, back, 0))
        {
            throw new UnsavableValueException(
                value.GetType(), "is different after a load; correct its converter or collection class, or exclude members with [JsonIgnore]");
        }
    }

    private sealed class Comparison(ValueContext context)
    {
        private readonly ExaminedContracts _plain = new(context.Converters, new JsonSerializerOptions(), usesConverters: false);
        private readonly HashSet<(Identity Left, Identity Right)> _compared = [];

        public bool AreSame(object? left, object? right, int depth)
        {
            if (ReferenceEquals(left, right))
            {
                return true;
            }

            if (left is null || right is null || SavedType.Of(left) != SavedType.Of(right) || depth > Deepest)
            {
                return false;
            }

            // If the contracts can write both values, the texts are compared, otherwise the fields.
            return (TextOf(left), TextOf(right)) is ({ } one, { } other) ? one.AsSpan().SequenceEqual(other) : HaveSameFields(left, right, depth);
        }

        private bool HaveSameFields(object left, object right, int depth)
        {
            if (left is Delegate or MemberInfo || left.GetType().IsPrimitive)
            {
                return left.Equals(right);
            }

            if (!left.GetType().IsValueType && !_compared.Add((new Identity(left), new Identity(right))))
            {
                return true;
            }

            if (left is Array one && right is Array other)
            {
                return HaveSameItems(one, other, depth);
            }

            if (_plain.Of(SavedType.Of(left)) is CollectionContract collection)
            {
                return Comparers.AreSame(collection.ComparerOf(left), collection.ComparerOf(right))
                    && HaveSameItems((IEnumerable)left, (IEnumerable)right, depth);
            }

            for (Type? type = left.GetType(); type is not null; type = type.BaseType)
            {
                foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                {
                    if (!field.FieldType.IsPointer && !AreSame(field.GetValue(left), field.GetValue(right), depth + 1))
                    {
                        return false;
                    }
                }
            }

            return true;
        }

        private bool HaveSameItems(IEnumerable left, IEnumerable right, int depth)
        {
            object?[] some = [.. left.Cast<object?>()], others = [.. right.Cast<object?>()];
            return some.Length == others.Length && some.Zip(others).All(pair => AreSame(pair.First, pair.Second, depth + 1));
        }

        private byte[]? TextOf(object value)
        {
            try
            {
                ArrayBufferWriter<byte> buffer = new();
                using (Utf8JsonWriter json = new(buffer, Writing))
                {
                    new ValueWriter(json, _plain, context.Types).Write(value, _plain.Of(SavedType.Of(value)));
                }

                return buffer.WrittenSpan.ToArray();
            }
            catch (UnsavableValueException)
            {
                return null;
            }
        }

        private readonly record struct Identity(object Value)
        {
            public bool Equals(Identity other) => ReferenceEquals(Value, other.Value);

            public override int GetHashCode() => System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(Value);
        }
    }
}
