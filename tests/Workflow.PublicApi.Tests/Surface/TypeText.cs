using System.Reflection;

namespace Workflow.PublicApi.Tests.Surface;

/// <summary>Renders types as in C#, with their namespaces and with the question marks of nullable references.</summary>
internal static class TypeText
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(object)] = "object",
        [typeof(string)] = "string",
        [typeof(bool)] = "bool",
        [typeof(char)] = "char",
        [typeof(byte)] = "byte",
        [typeof(sbyte)] = "sbyte",
        [typeof(short)] = "short",
        [typeof(ushort)] = "ushort",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
        [typeof(ulong)] = "ulong",
        [typeof(float)] = "float",
        [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
    };

    /// <summary>Returns the text of a type at its use. Without marks, the text has no question marks for reference types.</summary>
    public static string Use(Type type, NullableMarks? marks = null)
    {
        if (type.IsByRef)
        {
            return Use(type.GetElementType()!, marks);
        }

        if (Nullable.GetUnderlyingType(type) is { } value)
        {
            return Use(value, marks) + "?";
        }

        bool isMarked = (!type.IsValueType || type.IsGenericType) && marks?.Next() == true;
        string text = type switch
        {
            { IsArray: true } => $"{Use(type.GetElementType()!, marks)}[{new string(',', type.GetArrayRank() - 1)}]",
            { IsGenericParameter: true } => type.Name,
            _ => Keywords.GetValueOrDefault(type) ?? FullName(type, type.GetGenericArguments(), argument => Use(argument, marks)),
        };
        return isMarked ? text + "?" : text;
    }

    /// <summary>Returns the text of a type in its declaration, such as <c>Workflow.Activity&lt;TResult&gt;</c>.</summary>
    public static string Declaration(Type type) => FullName(type, type.GetGenericArguments(), parameter => Variance(parameter) + parameter.Name);

    private static string FullName(Type type, Type[] arguments, Func<Type, string> render)
    {
        int outer = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        string prefix = type.DeclaringType is { } declaring ? FullName(declaring, arguments[..outer], render) + "."
            : type.Namespace is { } space ? space + "."
            : string.Empty;
        string name = prefix + type.Name.Split('`')[0];
        return arguments.Length == outer ? name : $"{name}<{string.Join(", ", arguments[outer..].Select(render))}>";
    }

    private static string Variance(Type parameter) => (parameter.GenericParameterAttributes & GenericParameterAttributes.VarianceMask) switch
    {
        GenericParameterAttributes.Covariant => "out ",
        GenericParameterAttributes.Contravariant => "in ",
        _ => string.Empty,
    };
}
