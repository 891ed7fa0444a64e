using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// What a handle or exception has besides what the library or .NET saves of it: the fields of the author's classes, and of an exception of .NET the simple properties that can be
/// set. Types of collectible assemblies are held weakly.
/// </summary>
internal sealed class ContentMembers
{
    private const string MembersKey = "members";

    private static readonly ConditionalWeakTable<Type, ContentMembers> Known = [];

    private readonly (string Name, MemberInfo Member, Type Type)[] _members;

    private ContentMembers(Type type)
    {
        List<(string Name, MemberInfo Member, Type Type)> members = [];
        HashSet<string> names = new(StringComparer.Ordinal);
        for (Type? next = type; next is not null; next = next.BaseType)
        {
            foreach (MemberInfo member in MembersOf(next))
            {
                string name = member.Name;
                while (!names.Add(name))
                {
                    name = $"{next.Name}.{name}";
                }

                members.Add((name, member, (member as FieldInfo)?.FieldType ?? ((PropertyInfo)member).PropertyType));
            }
        }

        _members = [.. members.OrderBy(member => member.Name, StringComparer.Ordinal)];
    }

    public static void Write(object value, SnapshotWriter writer, SavedPlace owner)
    {
        (string Name, MemberInfo Member, Type Type)[] members = Of(value.GetType())._members;
        if (members.Length == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(MembersKey);
        foreach ((string name, MemberInfo member, Type type) in members)
        {
            writer.Cells.Write(name, ValueOf(member, value), type, new PlaceOfValue(owner.What, owner.Name, owner.Activity), isAlone: true);
        }

        writer.Json.WriteEndObject();
    }

    public static void Read(object value, Entry entry, SnapshotReader reader)
    {
        if (!entry.TryGet(MembersKey, out Entry cells))
        {
            return;
        }

        foreach ((string name, MemberInfo member, Type type) in Of(value.GetType())._members)
        {
            if (cells.TryGet(name, out Entry cell))
            {
                Set(member, value, reader.Cells.Read(cell, type, new PlaceOfValue("member", name, null), isAlone: true));
            }
        }
    }

    private static ContentMembers Of(Type type) => Known.GetValue(type, static type => new ContentMembers(type));

    private static object? ValueOf(MemberInfo member, object value) => member is FieldInfo field ? field.GetValue(value) : ((PropertyInfo)member).GetValue(value);

    private static void Set(MemberInfo member, object value, object? content)
    {
        if (member is FieldInfo field)
        {
            field.SetValue(value, content);
        }
        else
        {
            ((PropertyInfo)member).SetValue(value, content);
        }
    }

    private static IEnumerable<MemberInfo> MembersOf(Type declaring)
    {
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;
        if (declaring.Assembly == typeof(Handle).Assembly || declaring == typeof(Exception) || declaring == typeof(object))
        {
            return [];
        }

        return OfSystem.Is(declaring)
            ? declaring.GetProperties(Own).Where(property => property is { CanRead: true, CanWrite: true } && property.GetIndexParameters().Length == 0 && SimpleValues.Handles(property.PropertyType))
            : declaring.GetFields(Own | BindingFlags.NonPublic).Where(field => !SavedMember.IsKeptOut(field));
    }
}
