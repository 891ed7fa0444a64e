using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Reads the types of saved state. Each type is on the list of <see cref="SavedTypes"/>, or consists of types on the list.</summary>
internal sealed class TypeTableReader
{
    // The types of programs are nested less deeply. The .NET runtime itself would not survive a type with unlimited nesting.
    private const int DeepestType = 16;
    private readonly SavedTypes _types;
    private readonly List<(Type Type, int Depth)> _table = [];
    private readonly Dictionary<Type, FieldInfo[]> _fields = [];

    public TypeTableReader(StateBytes bytes, SavedTypes types)
    {
        _types = types;
        int count = bytes.Count();
        while (_table.Count < count)
        {
            (Type type, int depth) = ReadType(bytes);
            if (depth > DeepestType)
            {
                throw new StateDamageException($"The saved state has a type that is nested more than {DeepestType} times; restore it from a backup.");
            }

            _table.Add((type, depth));
            if (!_fields.TryAdd(type, ReadFields(bytes, type)))
            {
                throw new StateDamageException($"The saved state has the type '{type}' twice; restore it from a backup.");
            }
        }
    }

    public Type Get(StateBytes bytes) => _table[bytes.Index(_table.Count)].Type;

    /// <summary>Reads a type whose values saved state can contain, created from their fields or items.</summary>
    public Type GetMade(StateBytes bytes) => Get(bytes) is var type && _types.CanMake(type)
        ? type
        : throw new StateDamageException($"The saved state has a value of the type '{type}', which cannot be saved; restore it from a backup.");

    /// <summary>Returns the fields of a type in the order of the state; empty if the state does not contain the type.</summary>
    public FieldInfo[] FieldsOf(Type type) => _fields.GetValueOrDefault(type) ?? [];

    private (Type Type, int Depth) ReadType(StateBytes bytes)
    {
        switch ((SavedTypeKind)bytes.Byte())
        {
            case SavedTypeKind.Named:
                string name = bytes.Text();
                return (_types.Find(name) ?? throw Unknown(name), 1);
            case SavedTypeKind.Array:
                (Type element, int depth) = _table[bytes.Index(_table.Count)];
                return (element.MakeArrayType(), depth + 1);
            case SavedTypeKind.Generic:
                (Type Type, int Depth)[] parts = new (Type, int)[bytes.Count()];
                for (int i = 0; i < parts.Length; i++)
                {
                    parts[i] = _table[bytes.Index(_table.Count)];
                }

                return (parts[0].Type.MakeGenericType([.. parts.Skip(1).Select(static part => part.Type)]), parts.Max(static part => part.Depth) + 1);
            default:
                throw new StateDamageException("The saved state has a type of an unknown kind; restore it from a backup.");
        }
    }

    /// <summary>
    /// Reads the fields of a type. A field that the type gained after the save keeps its default value. A field that the type lost is an error, because its
    /// value would be lost.
    /// </summary>
    private static FieldInfo[] ReadFields(StateBytes bytes, Type type)
    {
        string[] saved = new string[bytes.Count()];
        for (int i = 0; i < saved.Length; i++)
        {
            saved[i] = bytes.Text();
        }

        if (saved.Length == 0)
        {
            return [];
        }

        FieldInfo[] fields = SavedLayout.FieldsOf(type);
        string[] names = SavedLayout.NamesOf(fields);
        return
        [
            .. saved.Select(name => Array.IndexOf(names, name) is var index and >= 0
                ? fields[index]
                : throw new StateDamageException(
                    $"The saved state has the field '{name}' of '{type}', which the type does not have; add the field again, or end the instance with the old version.")),
        ];
    }

    private static StateDamageException Unknown(string name) => new(
        $"The saved state names the type '{name}', which is not among the types that it may name; add its assembly to a TypeProvider of the runtime if it belongs to the workflow.");
}
