using System.Globalization;
using System.Linq.Expressions;
using System.Reflection;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>The implicit conversions of C#.</summary>
internal static class Conversions
{
    private static readonly Dictionary<TypeCode, TypeCode[]> Widening = new()
    {
        [TypeCode.SByte] = [TypeCode.Int16, TypeCode.Int32, TypeCode.Int64, TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.Byte] =
        [
            TypeCode.Int16, TypeCode.UInt16, TypeCode.Int32, TypeCode.UInt32, TypeCode.Int64, TypeCode.UInt64,
            TypeCode.Single, TypeCode.Double, TypeCode.Decimal,
        ],
        [TypeCode.Int16] = [TypeCode.Int32, TypeCode.Int64, TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.UInt16] = [TypeCode.Int32, TypeCode.UInt32, TypeCode.Int64, TypeCode.UInt64, TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.Char] =
            [TypeCode.UInt16, TypeCode.Int32, TypeCode.UInt32, TypeCode.Int64, TypeCode.UInt64, TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.Int32] = [TypeCode.Int64, TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.UInt32] = [TypeCode.Int64, TypeCode.UInt64, TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.Int64] = [TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.UInt64] = [TypeCode.Single, TypeCode.Double, TypeCode.Decimal],
        [TypeCode.Single] = [TypeCode.Double],
    };

    public static Type Underlying(Type type) => Nullable.GetUnderlyingType(type) ?? type;

    public static bool IsNullable(Type type) => Nullable.GetUnderlyingType(type) is not null;

    public static Type WithNull(Type type, bool isNullable) => isNullable ? typeof(Nullable<>).MakeGenericType(type) : type;

    public static bool IsNull(Expression value) => value is ConstantExpression { Value: null } && value.Type == typeof(object);

    public static bool IsNumeric(Type type) => !type.IsEnum && Type.GetTypeCode(type) is >= TypeCode.Char and <= TypeCode.Decimal;

    public static bool IsIntegral(Type type) => !type.IsEnum && Type.GetTypeCode(type) is >= TypeCode.Char and <= TypeCode.UInt64;

    /// <summary>Returns the value as another type; null if C# has no implicit conversion.</summary>
    public static Expression? Implicit(Expression value, Type to)
    {
        if (value.Type == to && !IsNull(value))
        {
            return value;
        }

        if (IsNull(value))
        {
            return !to.IsValueType || IsNullable(to) ? Expression.Constant(null, to) : null;
        }

        if (value.Type == typeof(void))
        {
            return null;
        }

        if (to.IsAssignableFrom(value.Type))
        {
            return Expression.Convert(value, to);
        }

        return Constant(value, to) ?? Simple(value, to) ?? UserDefined(value, to);
    }

    /// <summary>Compares two types as targets for a value, by the rules of C#: 1 if the first is better, -1 if the second is better, 0 if neither is.</summary>
    public static int Better(Expression value, Type first, Type second)
    {
        if (first == second)
        {
            return 0;
        }

        if (!IsNull(value) && (value.Type == first || value.Type == second))
        {
            return value.Type == first ? 1 : -1;
        }

        bool toSecond = IsConvertible(first, second);
        bool toFirst = IsConvertible(second, first);
        if (toSecond != toFirst)
        {
            return toSecond ? 1 : -1;
        }

        return IsSigned(first) == IsSigned(second) || !IsIntegral(first) || !IsIntegral(second) ? 0 : IsSigned(first) ? 1 : -1;
    }

    public static bool IsConvertible(Type from, Type to) =>
        to.IsAssignableFrom(from) || IsWidening(from, to) || FindOperator(from, to, "op_Implicit") is not null;

    private static bool IsSigned(Type type) => Type.GetTypeCode(type) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;

    private static bool IsWidening(Type from, Type to)
    {
        if (IsNullable(from) && !IsNullable(to))
        {
            return false;
        }

        Type source = Underlying(from);
        Type target = Underlying(to);
        return !source.IsEnum
            && !target.IsEnum
            && Widening.TryGetValue(Type.GetTypeCode(source), out TypeCode[]? wider)
            && Array.IndexOf(wider, Type.GetTypeCode(target)) >= 0;
    }

    private static Expression? Simple(Expression value, Type to)
    {
        bool isLifted = IsNullable(to) && Underlying(value.Type) == Underlying(to);
        return isLifted || IsWidening(value.Type, to) ? Expression.Convert(value, to) : null;
    }

    /// <summary>Converts an integral constant to an integral type whose range includes the constant, as in C#.</summary>
    private static Expression? Constant(Expression value, Type to)
    {
        Type target = Underlying(to);
        if (value is not ConstantExpression { Value: int or long } constant || !IsIntegral(target) || target == typeof(char))
        {
            return null;
        }

        if (constant.Value is long number && (number < 0 || target != typeof(ulong)))
        {
            return null;
        }

        try
        {
            return Expression.Constant(Convert.ChangeType(constant.Value, target, CultureInfo.InvariantCulture), to);
        }
        catch (OverflowException)
        {
            return null;
        }
    }

    private static Expression? UserDefined(Expression value, Type to) =>
        FindOperator(value.Type, to, "op_Implicit") is { } method ? Expression.Convert(value, to, method) : null;

    private static MethodInfo? FindOperator(Type from, Type to, string name)
    {
        foreach (Type type in (Type[])[from, to])
        {
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Static))
            {
                if (method.Name == name
                    && method.ReturnType == to
                    && method.GetParameters() is [{ } parameter]
                    && parameter.ParameterType.IsAssignableFrom(from))
                {
                    return method;
                }
            }
        }

        return null;
    }
}
