using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Workflow.Runtime.Snapshots;

/// <summary>Values that are written without a serializer, so that they look the same whatever serializer a host brings.</summary>
internal static class SimpleValues
{
    private const char Surrogate = '\uD800', LastSurrogate = '\uDFFF';

    /// <summary>Writes a simple value; false for any other, and nothing written.</summary>
    public static bool TryWrite(Utf8JsonWriter json, object value)
    {
        switch (value)
        {
            case string text when IsWellFormed(text):
                json.WriteStringValue(text);
                return true;
            case bool truth:
                json.WriteBooleanValue(truth);
                return true;
            case int number:
                json.WriteNumberValue(number);
                return true;
            case long number:
                json.WriteNumberValue(number);
                return true;
            case byte or sbyte or short or ushort or uint:
                json.WriteNumberValue(Convert.ToInt64(value, CultureInfo.InvariantCulture));
                return true;
            case ulong number:
                json.WriteNumberValue(number);
                return true;
            case decimal number:
                json.WriteNumberValue(number);
                return true;
            case double number:
                json.WriteStringValue(number.ToString("R", CultureInfo.InvariantCulture));
                return true;
            case float number:
                json.WriteStringValue(number.ToString("R", CultureInfo.InvariantCulture));
                return true;
            case char character:
                json.WriteNumberValue((int)character);
                return true;
            case Guid id:
                json.WriteStringValue(id);
                return true;
            case DateTime time:
                json.WriteStringValue(time);
                return true;
            case DateTimeOffset time:
                json.WriteStringValue(time);
                return true;
            case TimeSpan span:
                json.WriteStringValue(span.ToString("c", CultureInfo.InvariantCulture));
                return true;
            case DateOnly date:
                json.WriteStringValue(date.ToString("O", CultureInfo.InvariantCulture));
                return true;
            case TimeOnly time:
                json.WriteStringValue(time.ToString("O", CultureInfo.InvariantCulture));
                return true;
            case byte[] bytes:
                json.WriteBase64StringValue(bytes);
                return true;
            case Enum constant:
                json.WriteStringValue(constant.ToString("D"));
                return true;
            default:
                return false;
        }
    }

    /// <summary>Whether values of the type are simple.</summary>
    public static bool Handles(Type type)
    {
        Type plain = Nullable.GetUnderlyingType(type) ?? type;
        return plain.IsEnum || plain == typeof(Guid) || plain == typeof(DateTimeOffset) || plain == typeof(TimeSpan) || plain == typeof(DateOnly) || plain == typeof(TimeOnly)
            || plain == typeof(byte[]) || Type.GetTypeCode(plain) is not (TypeCode.Object or TypeCode.DBNull or TypeCode.Empty);
    }

    /// <summary>Reads what <see cref="TryWrite"/> wrote; false when the type is none of its own.</summary>
    public static bool TryRead(JsonElement json, Type type, out object? value)
    {
        if (type.IsEnum)
        {
            value = Enum.Parse(type, json.GetString()!);
            return true;
        }

        value = Type.GetTypeCode(type) switch
        {
            TypeCode.String => json.GetString(),
            TypeCode.Boolean => json.GetBoolean(),
            TypeCode.Int32 => json.GetInt32(),
            TypeCode.Int64 => json.GetInt64(),
            TypeCode.Byte => json.GetByte(),
            TypeCode.SByte => json.GetSByte(),
            TypeCode.Int16 => json.GetInt16(),
            TypeCode.UInt16 => json.GetUInt16(),
            TypeCode.UInt32 => json.GetUInt32(),
            TypeCode.UInt64 => json.GetUInt64(),
            TypeCode.Decimal => json.GetDecimal(),
            TypeCode.Double => double.Parse(json.GetString()!, CultureInfo.InvariantCulture),
            TypeCode.Single => float.Parse(json.GetString()!, CultureInfo.InvariantCulture),
            TypeCode.Char => (char)json.GetUInt16(),
            TypeCode.DateTime => json.GetDateTime(),
            _ => ReadOther(json, type),
        };
        return value is not null;
    }

    private static object? ReadOther(JsonElement json, Type type) =>
        type == typeof(Guid) ? json.GetGuid()
        : type == typeof(DateTimeOffset) ? json.GetDateTimeOffset()
        : type == typeof(TimeSpan) ? TimeSpan.ParseExact(json.GetString()!, "c", CultureInfo.InvariantCulture)
        : type == typeof(DateOnly) ? DateOnly.ParseExact(json.GetString()!, "O", CultureInfo.InvariantCulture)
        : type == typeof(TimeOnly) ? TimeOnly.ParseExact(json.GetString()!, "O", CultureInfo.InvariantCulture)
        : type == typeof(byte[]) ? json.GetBytesFromBase64()
        : null;

    /// <summary>UTF-8 has no room for half a pair of surrogates: such a text is no simple value.</summary>
    public static bool IsWellFormed(string text)
    {
        if (text.AsSpan().IndexOfAnyInRange(Surrogate, LastSurrogate) < 0)
        {
            return true;
        }

        ReadOnlySpan<char> rest = text;
        while (!rest.IsEmpty)
        {
            if (Rune.DecodeFromUtf16(rest, out _, out int consumed) != OperationStatus.Done)
            {
                return false;
            }

            rest = rest[consumed..];
        }

        return true;
    }
}
