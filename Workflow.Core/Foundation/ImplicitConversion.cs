using System.Globalization;

namespace Workflow.Foundation;

/// <summary>The implicit conversions of a value: to a base type or interface, to a nullable type, to a wider number.</summary>
internal static class ImplicitConversion
{
    public static bool Exists(Type from, Type to)
    {
        if (to.IsAssignableFrom(from))
        {
            return true;
        }

        Type? nullableTo = Nullable.GetUnderlyingType(to);
        Type? nullableFrom = Nullable.GetUnderlyingType(from);

        // A value that may be null does not fit a type that excludes null.
        return (nullableFrom is null || nullableTo is not null) && Widens(nullableFrom ?? from, nullableTo ?? to);
    }

    /// <summary>Converts a value of a type from which a conversion exists; null stays null.</summary>
    public static object? Convert(object? value, Type to)
    {
        if (value is null || to.IsInstanceOfType(value))
        {
            return value;
        }

        // The framework does not convert 'char' to the floating-point types, but converts 'int' to every number.
        object number = value is char character ? (int)character : value;
        return System.Convert.ChangeType(number, Nullable.GetUnderlyingType(to) ?? to, CultureInfo.InvariantCulture);
    }

    /// <summary>True for the implicit numeric conversions of C#.</summary>
    private static bool Widens(Type from, Type to)
    {
        if (from.IsEnum || to.IsEnum)
        {
            return false;
        }

        TypeCode target = Type.GetTypeCode(to);
        return Type.GetTypeCode(from) switch
        {
            TypeCode.SByte => target is TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64 || IsFraction(target),
            TypeCode.Byte => target is >= TypeCode.Int16 and <= TypeCode.UInt64 || IsFraction(target),
            TypeCode.Int16 => target is TypeCode.Int32 or TypeCode.Int64 || IsFraction(target),
            TypeCode.UInt16 => target is >= TypeCode.Int32 and <= TypeCode.UInt64 || IsFraction(target),
            TypeCode.Char => target is >= TypeCode.UInt16 and <= TypeCode.UInt64 || IsFraction(target),
            TypeCode.Int32 => target is TypeCode.Int64 || IsFraction(target),
            TypeCode.UInt32 => target is TypeCode.Int64 or TypeCode.UInt64 || IsFraction(target),
            TypeCode.Int64 or TypeCode.UInt64 => IsFraction(target),
            TypeCode.Single => target is TypeCode.Double,
            _ => false,
        };
    }

    private static bool IsFraction(TypeCode code) => code is TypeCode.Single or TypeCode.Double or TypeCode.Decimal;
}
