using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The types that saved state uses, by number: so that each name is written once.</summary>
internal sealed class TypeTableWriter(SavedTypes types) : IDisposable
{
    private readonly MemoryStream _bytes = new();
    private readonly Dictionary<Type, (int Number, FieldInfo[] Fields)> _known = [];

    /// <summary>The table; what reads it knows each type before it is used by another.</summary>
    public (int Count, byte[] Bytes) Table => (_known.Count, _bytes.ToArray());

    /// <summary>The number of a type; -1 if saved state cannot name it.</summary>
    public int NumberOf(Type type)
    {
        if (_known.TryGetValue(type, out (int Number, FieldInfo[] Fields) known))
        {
            return known.Number;
        }

        using BinaryWriter entry = new(new MemoryStream());
        if (!TryDescribe(type, entry))
        {
            return -1;
        }

        SavedLayout layout = SavedLayout.Of(type);
        entry.Flush();
        ((MemoryStream)entry.BaseStream).WriteTo(_bytes);
        _bytes.Write(layout.Names.Span);
        _known.Add(type, (_known.Count, layout.Fields));
        return _known.Count - 1;
    }

    /// <summary>The fields of a type that has a number, in the order of the table.</summary>
    public FieldInfo[] FieldsOf(Type type) => _known[type].Fields;

    public void Dispose() => _bytes.Dispose();

    private bool TryDescribe(Type type, BinaryWriter entry)
    {
        if (type.IsArray)
        {
            int element = type.IsSZArray ? NumberOf(type.GetElementType()!) : -1;
            entry.Write((byte)SavedTypeKind.Array);
            entry.Write7BitEncodedInt(element);
            return element >= 0;
        }

        if (type.IsConstructedGenericType)
        {
            int[] parts = [NumberOf(type.GetGenericTypeDefinition()), .. type.GetGenericArguments().Select(NumberOf)];
            entry.Write((byte)SavedTypeKind.Generic);
            entry.Write7BitEncodedInt(parts.Length);
            Array.ForEach(parts, entry.Write7BitEncodedInt);
            return Array.TrueForAll(parts, static part => part >= 0);
        }

        string? name = type.IsGenericParameter || type.IsPointer || type.IsByRef ? null : types.NameOf(type);
        entry.Write((byte)SavedTypeKind.Named);
        SavedValues.Text(entry, name ?? string.Empty);
        return name is not null;
    }
}
