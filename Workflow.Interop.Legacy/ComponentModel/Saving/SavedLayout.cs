using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The fields of a type that are saved, by names that stay the same when other fields are added or moved. Safe for all threads.</summary>
internal sealed class SavedLayout
{
    private static readonly WeakCache<Type, SavedLayout> Layouts = new(static key => new SavedLayout(key));

    private SavedLayout(Type type)
    {
        Fields = FieldsOf(type);
        ByteWriter writer = new();
        writer.Write7BitEncodedInt(Fields.Length);
        Array.ForEach(NamesOf(Fields), name => SavedValues.Text(writer, name));
        Names = writer.ToArray();
    }

    /// <summary>The fields in the order of their names.</summary>
    public FieldInfo[] Fields { get; }

    /// <summary>Their number and their names, as they are saved.</summary>
    public ReadOnlyMemory<byte> Names { get; }

    public static SavedLayout Of(Type type) => Layouts.Of(type);

    /// <summary>The fields: of an exception, those of the classes of the application.</summary>
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
                // A base class has the same name, in another namespace.
                name += '\'';
            }

            all[i] = name;
        }

        return all;
    }

    /// <summary>The compiler puts the name of a property, or of a parameter of a constructor, between brackets.</summary>
    public static string NameOf(FieldInfo field) => field.Name.Split('>')[0].TrimStart('<');
}
