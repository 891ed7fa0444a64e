using System.Globalization;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes and reads simple values in saved state.</summary>
internal static class SimpleValueFormat
{
    private static readonly HashSet<Type> Simple =
    [
        typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
        typeof(float), typeof(double), typeof(decimal), typeof(string), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(Guid),
        typeof(Version), typeof(DBNull),
    ];

    /// <summary>True if <see cref="TryWrite"/> writes values of a type.</summary>
    public static bool IsSimple(Type type) =>
        Simple.Contains(type)
        || typeof(Uri).IsAssignableFrom(type)
        || typeof(CultureInfo).IsAssignableFrom(type)
        || typeof(ActivityBind).IsAssignableFrom(type);

    public static bool TryWrite(ByteWriter writer, object? value)
    {
        switch (value)
        {
            case null: Tag(writer, SavedTag.Null); break;
            case Enum: return false;
            case bool simple: Tag(writer, simple ? SavedTag.True : SavedTag.False); break;
            case char simple: Tag(writer, SavedTag.Char).Write((ushort)simple); break;
            case sbyte simple: Tag(writer, SavedTag.SByte).Write(simple); break;
            case byte simple: Tag(writer, SavedTag.Byte).Write(simple); break;
            case short simple: Tag(writer, SavedTag.Int16).Write(simple); break;
            case ushort simple: Tag(writer, SavedTag.UInt16).Write(simple); break;
            case int simple: Tag(writer, SavedTag.Int32).Write(simple); break;
            case uint simple: Tag(writer, SavedTag.UInt32).Write(simple); break;
            case long simple: Tag(writer, SavedTag.Int64).Write(simple); break;
            case ulong simple: Tag(writer, SavedTag.UInt64).Write(simple); break;
            case float simple: Tag(writer, SavedTag.Single).Write(simple); break;
            case double simple: Tag(writer, SavedTag.Double).Write(simple); break;
            case decimal simple: Tag(writer, SavedTag.Decimal).Write(simple); break;
            case string simple: Text(Tag(writer, SavedTag.String), simple); break;
            case DateTime simple: WriteTime(Tag(writer, SavedTag.DateTime), simple); break;
            case DateTimeOffset simple: WriteOffset(Tag(writer, SavedTag.DateTimeOffset), simple); break;
            case TimeSpan simple: Tag(writer, SavedTag.TimeSpan).Write(simple.Ticks); break;
            case Guid simple: Tag(writer, SavedTag.Guid).Write(simple); break;
            case Uri simple: Text(Tag(writer, SavedTag.Uri), simple.OriginalString); break;
            case Version simple: Text(Tag(writer, SavedTag.Version), simple.ToString()); break;
            case CultureInfo simple: Text(Tag(writer, SavedTag.Culture), simple.Name); break;
            case DBNull: Tag(writer, SavedTag.DBNull); break;
            case ActivityBind simple: Text(Text(Tag(writer, SavedTag.Bind), simple.Name), simple.Path); break;
            default: return false;
        }

        return true;
    }

    /// <summary>
    /// Returns the number of an enumeration value with the specified type code. The usual underlying types need neither boxing nor a conversion.
    /// </summary>
    public static long NumberOf(object constant, TypeCode code) => code switch
    {
        TypeCode.SByte => (sbyte)constant,
        TypeCode.Byte => (byte)constant,
        TypeCode.Int16 => (short)constant,
        TypeCode.UInt16 => (ushort)constant,
        TypeCode.Int32 => (int)constant,
        TypeCode.UInt32 => (uint)constant,
        TypeCode.Int64 => (long)constant,
        TypeCode.UInt64 => unchecked((long)(ulong)constant),
        _ => Convert.ToInt64(constant, null),
    };

    public static object? Read(StateBytes bytes, SavedTag tag) => tag switch
    {
        SavedTag.Null => null,
        SavedTag.False => false,
        SavedTag.True => true,
        SavedTag.Char => (char)(ushort)bytes.Int16(),
        SavedTag.SByte => unchecked((sbyte)bytes.Byte()),
        SavedTag.Byte => bytes.Byte(),
        SavedTag.Int16 => bytes.Int16(),
        SavedTag.UInt16 => unchecked((ushort)bytes.Int16()),
        SavedTag.Int32 => bytes.Int32(),
        SavedTag.UInt32 => unchecked((uint)bytes.Int32()),
        SavedTag.Int64 => bytes.Int64(),
        SavedTag.UInt64 => unchecked((ulong)bytes.Int64()),
        SavedTag.Single => BitConverter.Int32BitsToSingle(bytes.Int32()),
        SavedTag.Double => BitConverter.Int64BitsToDouble(bytes.Int64()),
        SavedTag.Decimal => bytes.Decimal(),
        SavedTag.String => bytes.Text(),
        SavedTag.DateTime => new DateTime(bytes.Int64(), (DateTimeKind)bytes.Byte()),
        SavedTag.DateTimeOffset => new DateTimeOffset(bytes.Int64(), new TimeSpan(bytes.Int64())),
        SavedTag.TimeSpan => new TimeSpan(bytes.Int64()),
        SavedTag.Guid => bytes.Guid(),
        SavedTag.Uri => new Uri(bytes.Text(), UriKind.RelativeOrAbsolute),
        SavedTag.Version => Version.Parse(bytes.Text()),
        SavedTag.Culture => CultureInfo.GetCultureInfo(bytes.Text()),
        SavedTag.DBNull => DBNull.Value,
        SavedTag.Bind => new ActivityBind(bytes.Text(), bytes.Text()),
        _ => throw new StateDamageException($"The saved state has a value of the unknown kind {(byte)tag}; restore it from a backup."),
    };

    /// <summary>
    /// Writes a string with one byte per character if possible; otherwise as UTF-16, because a string can contain an unpaired surrogate, which UTF-8 would
    /// lose.
    /// </summary>
    public static ByteWriter Text(ByteWriter writer, string text)
    {
        bool isNarrow = !text.AsSpan().ContainsAnyExceptInRange('\0', '\u00FF');
        writer.Write(isNarrow);
        writer.Write7BitEncodedInt(text.Length);
        if (isNarrow)
        {
            writer.WriteLatin1(text);
        }
        else
        {
            writer.WriteUtf16(text);
        }

        return writer;
    }

    private static ByteWriter Tag(ByteWriter writer, SavedTag tag)
    {
        writer.Write((byte)tag);
        return writer;
    }

    /// <summary>Writes the ticks and the kind. A local time keeps its clock time on a machine in another time zone.</summary>
    private static void WriteTime(ByteWriter writer, DateTime time)
    {
        writer.Write(time.Ticks);
        writer.Write((byte)time.Kind);
    }

    private static void WriteOffset(ByteWriter writer, DateTimeOffset time)
    {
        writer.Write(time.Ticks);
        writer.Write(time.Offset.Ticks);
    }
}
