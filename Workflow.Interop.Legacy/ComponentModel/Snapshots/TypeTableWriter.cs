namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Writes the types that saved state uses, each once, and refers to them by number. The writer is reused by consecutive saves and caches the properties of
/// types that do not change.
/// </summary>
internal sealed class TypeTableWriter
{
    private readonly ObjectNumbers _numbers = new();
    private readonly List<WrittenType> _types = [];
    private readonly ByteWriter _bytes = new(1024);
    private SavedTypes? _names;
    private long _save;

    /// <summary>True if a cached type can be unloaded.</summary>
    private bool _hasUnloadable;

    /// <summary>The number of types in the table of the current save.</summary>
    public int Count { get; private set; }

    /// <summary>The bytes of the table. The types of which a type consists come before it.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.Written;

    /// <summary>The number of cached types.</summary>
    public int Remembered => _types.Count;

    /// <summary>Begins the table of a save.</summary>
    public void Begin(SavedTypes names)
    {
        _names = names;
        _save++;
    }

    /// <summary>
    /// Ends the save. A thread keeps this writer for its lifetime, so the cache is cleared if it contains collectible types; otherwise they could not be
    /// unloaded.
    /// </summary>
    public void End()
    {
        _names = null;
        _bytes.Clear();
        Count = 0;
        if (_hasUnloadable)
        {
            // The cache is cleared completely, because the numbers of the other types depend on their positions in the list.
            _numbers.Clear(int.MaxValue);
            _types.Clear();
            _hasUnloadable = false;
        }
    }

    /// <summary>Returns the cached properties of a type, even if saved state cannot name the type.</summary>
    public WrittenType Of(Type type)
    {
        int number = _numbers.Find(type);
        if (number < 0)
        {
            number = _types.Count;
            _numbers.Add(type, number);
            _types.Add(new WrittenType(type));
            _hasUnloadable |= type.IsCollectible;
        }

        return _types[number];
    }

    /// <summary>Returns the number of a type; -1 if saved state cannot name it.</summary>
    public int NumberOf(Type type) => NumberOf(Of(type));

    /// <inheritdoc cref="NumberOf(Type)"/>
    public int NumberOf(WrittenType type)
    {
        if (type.Save == _save)
        {
            return type.Number;
        }

        if (!TryDescribe(type))
        {
            return -1;
        }

        (type.Save, type.Number) = (_save, Count);
        return Count++;
    }

    private bool TryDescribe(WrittenType type)
    {
        if (type.Form != SavedTypeKind.Named)
        {
            return TryDescribe(type, type.Parts ??= [.. type.PartTypes().Select(Of)]);
        }

        if (!type.CanHaveName || EntryOf(type) is not { } entry)
        {
            return false;
        }

        _bytes.Write(entry);
        return true;
    }

    /// <summary>Writes a type that consists of other types, after these types.</summary>
    private bool TryDescribe(WrittenType type, WrittenType[] parts)
    {
        bool isKnown = parts.Length > 0;
        foreach (WrittenType part in parts)
        {
            isKnown &= NumberOf(part) >= 0;
        }

        if (!isKnown)
        {
            return false;
        }

        _bytes.Write((byte)type.Form);
        if (type.Form == SavedTypeKind.Generic)
        {
            _bytes.Write7BitEncodedInt(parts.Length);
        }

        foreach (WrittenType part in parts)
        {
            _bytes.Write7BitEncodedInt(part.Number);
        }

        _bytes.Write(type.Layout.Names.Span);
        return true;
    }

    /// <summary>
    /// Returns the entry of a named type; null if saved state cannot name it. The entry is cached, unless the application finds the type, because it can find
    /// another type the next time.
    /// </summary>
    private byte[]? EntryOf(WrittenType type)
    {
        if (type.Entry is { } known && (type.NamedBy == SavedTypes.AnyList || type.NamedBy == _names!.Id))
        {
            return known;
        }

        if (_names!.NameOf(type.Type) is not { } name)
        {
            return null;
        }

        ByteWriter entry = new();
        entry.Write((byte)SavedTypeKind.Named);
        SimpleValueFormat.Text(entry, name);
        entry.Write(type.Layout.Names.Span);
        byte[] bytes = entry.ToArray();
        type.NamedBy = _names.ListOf(type.Type);
        type.Entry = type.NamedBy == 0 ? null : bytes;
        return bytes;
    }
}
