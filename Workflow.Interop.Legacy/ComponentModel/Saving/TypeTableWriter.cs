namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The types that saved state uses, by number: so that each name is written once. It serves one save after the other, and remembers what does not change about the types.</summary>
internal sealed class TypeTableWriter
{
    private readonly ObjectNumbers _numbers = new();
    private readonly List<WrittenType> _types = [];
    private readonly ByteWriter _bytes = new(1024);
    private SavedTypes? _names;
    private long _save;

    /// <summary>Whether a type is remembered that can be unloaded.</summary>
    private bool _hasUnloadable;

    /// <summary>How many types the table of the save has.</summary>
    public int Count { get; private set; }

    /// <summary>The table; what reads it knows each type before it is used by another.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.Written;

    /// <summary>How many types are remembered.</summary>
    public int Remembered => _types.Count;

    /// <summary>Begins the table of a save.</summary>
    public void Begin(SavedTypes names)
    {
        _names = names;
        _save++;
    }

    /// <summary>Ends the save. A thread keeps the table for as long as it lives, so types that can be unloaded are forgotten, or they never would be.</summary>
    public void End()
    {
        _names = null;
        _bytes.Clear();
        Count = 0;
        if (_hasUnloadable)
        {
            // All of them: the numbers of the others depend on their places in the list.
            _numbers.Clear(int.MaxValue);
            _types.Clear();
            _hasUnloadable = false;
        }
    }

    /// <summary>What is known about a type, whether or not saved state can name it.</summary>
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

    /// <summary>The number of a type; -1 if saved state cannot name it.</summary>
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

    /// <summary>The types of which a type consists come before it.</summary>
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

    /// <summary>The entry of a type with a name; null if saved state cannot name it. It is made once, unless the application finds the type, which may find another one the next time.</summary>
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
        SavedValues.Text(entry, name);
        entry.Write(type.Layout.Names.Span);
        byte[] bytes = entry.ToArray();
        type.NamedBy = _names.ListOf(type.Type);
        type.Entry = type.NamedBy == 0 ? null : bytes;
        return bytes;
    }
}
