using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// Writes and reads the values for which no serializer is used, so that they do not depend on the serializer of the host. A load restores the same bits.
/// </summary>
internal static class SimpleValues
{
    private const char Surrogate = '\uD800', LastSurrogate = '\uDFFF';

    private const string NotANumber = "nan:";

    /// <summary>Returns true if values of the type are simple.</summary>
    public static bool Handles(Type type)
    {
        Type plain = Nullable.GetUnderlyingType(type) ?? type;
        return plain.IsEnum
            || plain == typeof(Guid)
            || plain == typeof(DateTimeOffset)
            || plain == typeof(TimeSpan)
            || plain == typeof(DateOnly)
            || plain == typeof(TimeOnly)
            || plain == typeof(byte[])
            || Type.GetTypeCode(plain) is not (TypeCode.Object or TypeCode.DBNull or TypeCode.Empty)
            || TextValues.Handles(plain);
    }

    /// <summary>Returns true if a text has no half of a surrogate pair, which UTF-8 cannot represent.</summary>
    public static bool IsWellFormed(ReadOnlySpan<char> text)
    {
        ReadOnlySpan<char> rest = text;
        for (int at = rest.IndexOfAnyInRange(Surrogate, LastSurrogate); at >= 0; at = rest.IndexOfAnyInRange(Surrogate, LastSurrogate))
        {
            if (at + 1 == rest.Length || !char.IsSurrogatePair(rest[at], rest[at + 1]))
            {
                return false;
            }

            rest = rest[(at + 2)..];
        }

        return true;
    }

    /// <summary>Writes a simple value. Returns false, and writes nothing, for any other value.</summary>
    /// <exception cref="UnsavableValueException">The value is of a simple type but cannot be written.</exception>
    public static bool TryWrite(Utf8JsonWriter json, object value)
    {
        if (value is Enum constant)
        {
            ConstantTexts.Write(json, constant);
            return true;
        }

        switch (Type.GetTypeCode(value.GetType()))
        {
            case TypeCode.String:
                json.WriteStringValue((string)value);
                return true;
            case TypeCode.Boolean:
                json.WriteBooleanValue((bool)value);
                return true;
            case TypeCode.Char:
                json.WriteNumberValue((int)(char)value);
                return true;
            case TypeCode.Double:
                WriteDouble(json, (double)value);
                return true;
            case TypeCode.Single:
                WriteSingle(json, (float)value);
                return true;
            case TypeCode.Decimal:
                WriteDecimal(json, (decimal)value);
                return true;
            case TypeCode.DateTime:
                WriteTime(json, (DateTime)value);
                return true;
            case TypeCode.UInt64:
                json.WriteNumberValue((ulong)value);
                return true;
            case TypeCode.Object or TypeCode.DBNull or TypeCode.Empty:
                return TryWriteOther(json, value);
            default:
                json.WriteNumberValue(Convert.ToInt64(value, CultureInfo.InvariantCulture));
                return true;
        }
    }

    private static bool TryWriteOther(Utf8JsonWriter json, object value)
    {
        switch (value)
        {
            case Guid id:
                json.WriteStringValue(id);
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
            case byte[] bytes when value.GetType() == typeof(byte[]):
                json.WriteBase64StringValue(bytes);
                return true;
            default:
                if (TextValues.Write(value) is not { } text)
                {
                    return false;
                }

                json.WriteStringValue(text);
                return true;
        }
    }

    /// <summary>Reads the output of <see cref="TryWrite"/>. Returns false for a type that is not simple.</summary>
    public static bool TryRead(JsonElement json, Type type, out object? value)
    {
        if (type.IsEnum)
        {
            value = ConstantTexts.Read(json.GetString() ?? throw new FormatException("A constant is missing."), type);
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
            TypeCode.Decimal => ReadDecimal(json),
            TypeCode.Double => ReadDouble(json),
            TypeCode.Single => ReadSingle(json),
            TypeCode.Char => (char)json.GetUInt16(),
            TypeCode.DateTime => ReadTime(json),
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
        : TextValues.Read(json, type);

    private static void WriteDouble(Utf8JsonWriter json, double number)
    {
        if (double.IsFinite(number))
        {
            json.WriteNumberValue(number);
        }
        else
        {
            // There are many NaN values, and some programs distinguish them.
            json.WriteStringValue(double.IsNaN(number)
                ? NotANumber + BitConverter.DoubleToInt64Bits(number).ToString("x", CultureInfo.InvariantCulture)
                : number > 0 ? "inf" : "-inf");
        }
    }

    private static double ReadDouble(JsonElement json) => json.ValueKind == JsonValueKind.Number ? json.GetDouble() : json.GetString()! switch
    {
        "inf" => double.PositiveInfinity,
        "-inf" => double.NegativeInfinity,
        string text => BitConverter.Int64BitsToDouble(long.Parse(text.AsSpan(NotANumber.Length), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)),
    };

    private static void WriteSingle(Utf8JsonWriter json, float number)
    {
        if (float.IsFinite(number))
        {
            json.WriteNumberValue(number);
        }
        else
        {
            json.WriteStringValue(float.IsNaN(number)
                ? NotANumber + BitConverter.SingleToInt32Bits(number).ToString("x", CultureInfo.InvariantCulture)
                : number > 0 ? "inf" : "-inf");
        }
    }

    private static float ReadSingle(JsonElement json) => json.ValueKind == JsonValueKind.Number ? json.GetSingle() : json.GetString()! switch
    {
        "inf" => float.PositiveInfinity,
        "-inf" => float.NegativeInfinity,
        string text => BitConverter.Int32BitsToSingle(int.Parse(text.AsSpan(NotANumber.Length), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)),
    };

    /// <summary>
    /// Writes a decimal. A JSON number keeps the scale but loses the sign of a zero, so a negative zero is written as a string with its scale.
    /// </summary>
    private static void WriteDecimal(Utf8JsonWriter json, decimal number)
    {
        if (number == 0m && decimal.IsNegative(number))
        {
            json.WriteStringValue(number.Scale.ToString(CultureInfo.InvariantCulture));
        }
        else
        {
            json.WriteNumberValue(number);
        }
    }

    private static decimal ReadDecimal(JsonElement json) => json.ValueKind == JsonValueKind.Number
        ? json.GetDecimal()
        : new decimal(0, 0, 0, isNegative: true, byte.Parse(json.GetString()!, NumberStyles.None, CultureInfo.InvariantCulture));

    /// <summary>
    /// Writes a time. A local time is written with its offset, so that it is the same instant in another time zone. A local time that does not exist as an
    /// instant, or cannot be converted, is written as ticks.
    /// </summary>
    private static void WriteTime(Utf8JsonWriter json, DateTime time)
    {
        if (time.Kind == DateTimeKind.Local && !IsInstant(time))
        {
            json.WriteNumberValue(time.Ticks);
        }
        else
        {
            json.WriteStringValue(time);
        }
    }

    private static DateTime ReadTime(JsonElement json) =>
        json.ValueKind == JsonValueKind.Number ? new DateTime(json.GetInt64(), DateTimeKind.Local) : json.GetDateTime();

    private static bool IsInstant(DateTime local)
    {
        DateTime back = local.ToUniversalTime().ToLocalTime();

        // Compares all bits, including the bit that distinguishes the two equal local times at the end of daylight saving time.
        return Unsafe.BitCast<DateTime, long>(back) == Unsafe.BitCast<DateTime, long>(local);
    }
}
