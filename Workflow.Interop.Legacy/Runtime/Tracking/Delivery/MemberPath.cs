using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Reads members of activities by name.</summary>
internal static class MemberPath
{
    /// <summary>Reads a value.</summary>
    /// <returns>True if all members exist and none of them throws.</returns>
    public static bool TryRead(object owner, string path, out object? value)
    {
        value = owner;
        foreach (string name in path.Split('.'))
        {
            if (value is null || ActivityBind.Member(value.GetType(), name) is not { } member || !TryRead(value, member, out value))
            {
                value = null;
                return false;
            }
        }

        return true;
    }

    /// <summary>Reads all fields and all public properties that the classes of the application declare.</summary>
    public static IEnumerable<KeyValuePair<string, object?>> ReadAll(object owner)
    {
        HashSet<string> names = new(StringComparer.Ordinal);
        for (Type? type = owner.GetType(); type is not null && type.Assembly != typeof(Activity).Assembly; type = type.BaseType)
        {
            const BindingFlags Declared = BindingFlags.Instance | BindingFlags.DeclaredOnly;
            IEnumerable<MemberInfo> members = type.GetProperties(Declared | BindingFlags.Public)
                .Where(static property => property.CanRead)
                .Cast<MemberInfo>()
                .Concat(type.GetFields(Declared | BindingFlags.Public | BindingFlags.NonPublic)
                    .Where(static field => !field.IsDefined(typeof(CompilerGeneratedAttribute))));
            foreach (MemberInfo member in members)
            {
                if (names.Add(member.Name) && TryRead(owner, member, out object? value))
                {
                    yield return KeyValuePair.Create(member.Name, value);
                }
            }
        }
    }

    private static bool TryRead(object owner, MemberInfo member, out object? value)
    {
        value = null;
        try
        {
            switch (member)
            {
                case PropertyInfo { CanRead: true } property when property.GetIndexParameters().Length == 0:
                    value = property.GetValue(owner);
                    return true;
                case FieldInfo field:
                    value = field.GetValue(owner);
                    return true;
                default:
                    return false;
            }
        }
        catch (Exception)
        {
            // A getter of the application has failed. The value is omitted, and the workflow continues.
            return false;
        }
    }
}
