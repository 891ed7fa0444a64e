using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The members of a handle or exception that are saved in addition to those that every handle or exception has: the fields of classes of the application, and
/// the simple properties with a setter of exception types of .NET. The cache holds types weakly, so that collectible assemblies can be unloaded.
/// </summary>
internal sealed class AdditionalMembers
{
    private const string MembersKey = "members";

    private static readonly ConditionalWeakTable<Type, AdditionalMembers> Known = [];

    private readonly (string Name, MemberInfo Member, Type Type)[] _members;

    private AdditionalMembers(Type type)
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

    public static void Write(object value, SnapshotWriter writer, ValueOrigin origin)
    {
        (string Name, MemberInfo Member, Type Type)[] members = Of(value.GetType())._members;
        if (members.Length == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(MembersKey);
        foreach ((string name, MemberInfo member, Type type) in members)
        {
            writer.Values.Write(name, ValueOf(member, value), type, origin, isStandalone: true);
        }

        writer.Json.WriteEndObject();
    }

    /// <summary>Writes the members of an exception that can be saved, and reports why others cannot.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="restored">The type with which it is restored: its own or a base class.</param>
    /// <param name="writer">The writer.</param>
    /// <param name="origin">The item that the exception belongs to.</param>
    /// <param name="onFailure">Receives each failure.</param>
    public static void WriteWhatCanBe(Exception exception, Type restored, SnapshotWriter writer, ValueOrigin origin, Action<SnapshotException> onFailure)
    {
        (string Name, MemberInfo Member, Type Type)[] members = Of(restored)._members;
        if (members.Length == 0)
        {
            return;
        }

        writer.Json.WriteStartObject(MembersKey);
        foreach ((string name, MemberInfo member, Type type) in members)
        {
            if (writer.TryWriteMember(name, ValueOf(member, exception), type, origin) is { } failure)
            {
                onFailure(failure);
            }
        }

        writer.Json.WriteEndObject();
    }

    /// <summary>Copies the properties of classes of .NET to an exception of the same type or a base class.</summary>
    public static void CopyProperties(Exception from, Exception to)
    {
        foreach ((_, MemberInfo member, _) in Of(to.GetType())._members)
        {
            if (member is PropertyInfo)
            {
                Set(member, to, ValueOf(member, from));
            }
        }
    }

    public static void Read(object value, SnapshotNode entry, SnapshotReader reader)
    {
        if (!entry.TryGet(MembersKey, out SnapshotNode encodedValues))
        {
            return;
        }

        foreach ((string name, MemberInfo member, Type type) in Of(value.GetType())._members)
        {
            if (encodedValues.TryGet(name, out SnapshotNode encoded))
            {
                Set(member, value, reader.Values.Read(encoded, type, new ValueOrigin("member", name, null), isStandalone: true));
            }
        }
    }

    private static AdditionalMembers Of(Type type) => Known.GetValue(type, static type => new AdditionalMembers(type));

    private static object? ValueOf(MemberInfo member, object value) =>
        member is FieldInfo field ? field.GetValue(value) : ((PropertyInfo)member).GetValue(value);

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
            ? declaring.GetProperties(Own).Where(property => property is { CanRead: true, CanWrite: true }
                && property.GetIndexParameters().Length == 0 && SimpleValues.Handles(property.PropertyType))
            : declaring.GetFields(Own | BindingFlags.NonPublic).Where(field => !SavedMember.IsKeptOut(field));
    }
}
