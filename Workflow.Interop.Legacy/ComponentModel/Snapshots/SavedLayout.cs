using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The saved fields of a type. Their names stay the same if other fields are added or moved. Thread-safe.</summary>
internal sealed class SavedLayout
{
    private static readonly WeakCache<Type, SavedLayout> Layouts = new(static key => new SavedLayout(key));

    private SavedLayout(Type type)
    {
        Fields = FieldsOf(type);
        ByteWriter writer = new();
        writer.Write7BitEncodedInt(Fields.Length);
        Array.ForEach(NamesOf(Fields), name => SimpleValueFormat.Text(writer, name));
        Names = writer.ToArray();
    }

    /// <summary>The fields, in the order of <see cref="Names"/>.</summary>
    public FieldInfo[] Fields { get; }

    /// <summary>The number of fields and the names of the fields, in the saved format.</summary>
    public ReadOnlyMemory<byte> Names { get; }

    public static SavedLayout Of(Type type) => Layouts.Of(type);

    /// <summary>Returns the saved fields of a type. For an exception, these are the fields that classes outside of the core library declare.</summary>
    public static FieldInfo[] FieldsOf(Type type)
    {
        if (!typeof(Exception).IsAssignableFrom(type))
        {
            return CloneType.Of(type).Fields;
        }

        List<FieldInfo> fields = [];
        for (Type current = type; current.Assembly != typeof(object).Assembly && current.BaseType is { } next; current = next)
        {
            fields.AddRange(CloneType.DeclaredFields(current));
        }

        return [.. fields];
    }

    public static string[] NamesOf(FieldInfo[] fields)
    {
        HashSet<string> names = new(StringComparer.Ordinal);
        string[] all = new string[fields.Length];
        for (int i = 0; i < fields.Length; i++)
        {
            string name = $"{fields[i].DeclaringType!.Name}.{NameOf(fields[i])}";
            while (!names.Add(name))
            {
                // A base class in another namespace has the same name.
                name += '\'';
            }

            all[i] = name;
        }

        return all;
    }

    /// <summary>Returns the name of a field. The compiler puts the name of a property, or of a constructor parameter, into angle brackets.</summary>
    public static string NameOf(FieldInfo field) => field.Name.Split('>')[0].TrimStart('<');
}
