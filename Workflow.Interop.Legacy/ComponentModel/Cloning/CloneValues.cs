namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes and reads simple values as bytes.</summary>
internal static class CloneValues
{
    public static bool TryWrite(ByteWriter writer, object? value)
    {
        switch (value)
        {
            case null: writer.Write((byte)CloneTag.Null); break;
            case Enum: return false;
            case bool simple: Tag(writer, CloneTag.Boolean).Write(simple); break;
            case char simple: Tag(writer, CloneTag.Char).Write((ushort)simple); break;
            case sbyte simple: Tag(writer, CloneTag.SByte).Write(simple); break;
            case byte simple: Tag(writer, CloneTag.Byte).Write(simple); break;
            case short simple: Tag(writer, CloneTag.Int16).Write(simple); break;
            case ushort simple: Tag(writer, CloneTag.UInt16).Write(simple); break;
            case int simple: Tag(writer, CloneTag.Int32).Write(simple); break;
            case uint simple: Tag(writer, CloneTag.UInt32).Write(simple); break;
            case long simple: Tag(writer, CloneTag.Int64).Write(simple); break;
            case ulong simple: Tag(writer, CloneTag.UInt64).Write(simple); break;
            case float simple: Tag(writer, CloneTag.Single).Write(simple); break;
            case double simple: Tag(writer, CloneTag.Double).Write(simple); break;
            case decimal simple: Tag(writer, CloneTag.Decimal).Write(simple); break;
            case string simple: WriteText(Tag(writer, CloneTag.String), simple); break;
            case DateTime simple: Tag(writer, CloneTag.DateTime).Write(simple.ToBinary()); break;
            case DateTimeOffset simple: WriteOffset(Tag(writer, CloneTag.DateTimeOffset), simple); break;
            case TimeSpan simple: Tag(writer, CloneTag.TimeSpan).Write(simple.Ticks); break;
            case Guid simple: Tag(writer, CloneTag.Guid).Write(simple); break;
            default: return false;
        }

        return true;
    }

    public static object? Read(BinaryReader reader, CloneTag tag) => tag switch
    {
        CloneTag.Null => null,
        CloneTag.Boolean => reader.ReadBoolean(),
        CloneTag.Char => (char)reader.ReadUInt16(),
        CloneTag.SByte => reader.ReadSByte(),
        CloneTag.Byte => reader.ReadByte(),
        CloneTag.Int16 => reader.ReadInt16(),
        CloneTag.UInt16 => reader.ReadUInt16(),
        CloneTag.Int32 => reader.ReadInt32(),
        CloneTag.UInt32 => reader.ReadUInt32(),
        CloneTag.Int64 => reader.ReadInt64(),
        CloneTag.UInt64 => reader.ReadUInt64(),
        CloneTag.Single => reader.ReadSingle(),
        CloneTag.Double => reader.ReadDouble(),
        CloneTag.Decimal => reader.ReadDecimal(),
        CloneTag.String => ReadText(reader),
        CloneTag.DateTime => DateTime.FromBinary(reader.ReadInt64()),
        CloneTag.DateTimeOffset => new DateTimeOffset(reader.ReadInt64(), new TimeSpan(reader.ReadInt64())),
        CloneTag.TimeSpan => new TimeSpan(reader.ReadInt64()),
        CloneTag.Guid => new Guid(reader.ReadBytes(16)),
        _ => throw new InvalidOperationException($"The clone has a value of the kind '{tag}', which is not simple; report this as a defect of the package."),
    };

    private static ByteWriter Tag(ByteWriter writer, CloneTag tag)
    {
        writer.Write((byte)tag);
        return writer;
    }

    /// <summary>Writes UTF-16, because a string can contain an unpaired surrogate, which UTF-8 would lose.</summary>
    private static void WriteText(ByteWriter writer, string text)
    {
        writer.Write7BitEncodedInt(text.Length);
        writer.WriteUtf16(text);
    }

    private static string ReadText(BinaryReader reader)
    {
        byte[] bytes = reader.ReadBytes(reader.Read7BitEncodedInt() * sizeof(char));
        return new string(System.Runtime.InteropServices.MemoryMarshal.Cast<byte, char>(bytes));
    }

    private static void WriteOffset(ByteWriter writer, DateTimeOffset time)
    {
        writer.Write(time.Ticks);
        writer.Write(time.Offset.Ticks);
    }
}
