using System.Reflection;

namespace Workflow.Expressions;

/// <summary>Common operations of fields and properties.</summary>
internal static class MemberTraits
{
    public static Type TypeOf(MemberInfo member) => member is FieldInfo field ? field.FieldType : ((PropertyInfo)member).PropertyType;

    public static bool IsStatic(MemberInfo member) => member is FieldInfo field ? field.IsStatic : ((PropertyInfo)member).GetAccessors()[0].IsStatic;

    public static bool IsReadable(MemberInfo member) => member is FieldInfo || ((PropertyInfo)member).GetMethod is { IsPublic: true };

    public static bool IsWritable(MemberInfo member) =>
        member is FieldInfo field ? !field.IsInitOnly && !field.IsLiteral : ((PropertyInfo)member).SetMethod is { IsPublic: true };
}
