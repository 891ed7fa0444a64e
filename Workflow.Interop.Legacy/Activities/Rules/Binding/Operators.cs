using System.CodeDom;
using System.Linq.Expressions;
using System.Reflection;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>Binds the operators of C#. Integral arithmetic wraps around, as in C# without 'checked'.</summary>
internal static class Operators
{
    private static readonly MethodInfo ConcatTexts = typeof(string).GetMethod(nameof(string.Concat), [typeof(string), typeof(string)])!;
    private static readonly MethodInfo ConcatValues = typeof(string).GetMethod(nameof(string.Concat), [typeof(object), typeof(object)])!;
    private static readonly MethodInfo ObjectEquals = typeof(object).GetMethod(nameof(Equals), [typeof(object), typeof(object)])!;

    /// <summary>Returns the operation; null if there is none for the types.</summary>
    public static Expression? Bind(CodeBinaryOperatorType op, Expression left, Expression right) => op switch
    {
        CodeBinaryOperatorType.BooleanAnd => AreBoth<bool>(left, right) ? Expression.AndAlso(left, right) : null,
        CodeBinaryOperatorType.BooleanOr => AreBoth<bool>(left, right) ? Expression.OrElse(left, right) : null,
        CodeBinaryOperatorType.Add => Concat(left, right) ?? Arithmetic(ExpressionType.Add, left, right),
        CodeBinaryOperatorType.Subtract => Arithmetic(ExpressionType.Subtract, left, right),
        CodeBinaryOperatorType.Multiply => Arithmetic(ExpressionType.Multiply, left, right),
        CodeBinaryOperatorType.Divide => Arithmetic(ExpressionType.Divide, left, right),
        CodeBinaryOperatorType.Modulus => Arithmetic(ExpressionType.Modulo, left, right),
        CodeBinaryOperatorType.BitwiseAnd => Bitwise(ExpressionType.And, left, right),
        CodeBinaryOperatorType.BitwiseOr => Bitwise(ExpressionType.Or, left, right),
        CodeBinaryOperatorType.LessThan => Relation(ExpressionType.LessThan, left, right),
        CodeBinaryOperatorType.LessThanOrEqual => Relation(ExpressionType.LessThanOrEqual, left, right),
        CodeBinaryOperatorType.GreaterThan => Relation(ExpressionType.GreaterThan, left, right),
        CodeBinaryOperatorType.GreaterThanOrEqual => Relation(ExpressionType.GreaterThanOrEqual, left, right),
        CodeBinaryOperatorType.ValueEquality => Equality(left, right),
        CodeBinaryOperatorType.IdentityEquality => Identity(left, right),
        CodeBinaryOperatorType.IdentityInequality => Identity(left, right) is { } equal ? Expression.Not(equal) : null,
        _ => null,
    };

    private static bool AreBoth<T>(Expression left, Expression right) => left.Type == typeof(T) && right.Type == typeof(T);

    private static Expression? Concat(Expression left, Expression right)
    {
        if (AreBoth<string>(left, right))
        {
            return Expression.Call(ConcatTexts, left, right);
        }

        return left.Type == typeof(string) || right.Type == typeof(string)
            ? Expression.Call(ConcatValues, Expression.Convert(left, typeof(object)), Expression.Convert(right, typeof(object)))
            : null;
    }

    private static Expression? Arithmetic(ExpressionType kind, Expression left, Expression right) =>
        Numeric(kind, left, right) ?? UserDefined(kind, left, right);

    private static Expression? Relation(ExpressionType kind, Expression left, Expression right) =>
        Numbers(kind, left, right) ?? UserDefined(kind, left, right);

    private static Expression? Bitwise(ExpressionType kind, Expression left, Expression right)
    {
        Type type = Conversions.Underlying(left.Type);
        if (type.IsEnum && type == Conversions.Underlying(right.Type))
        {
            Expression? bits = Numeric(kind, Number(left), Number(right));
            return bits is null ? null : Expression.Convert(bits, Conversions.WithNull(type, Conversions.IsNullable(bits.Type)));
        }

        if (AreBoth<bool>(left, right))
        {
            return Expression.MakeBinary(kind, left, right);
        }

        return Promote(left, right) is { } pair && Conversions.IsIntegral(Conversions.Underlying(pair.Left.Type))
            ? Expression.MakeBinary(kind, pair.Left, pair.Right)
            : UserDefined(kind, left, right);
    }

    private static Expression? Equality(Expression left, Expression right)
    {
        if (Conversions.IsNull(left) || Conversions.IsNull(right))
        {
            return EqualToNull(left, right);
        }

        if (Numbers(ExpressionType.Equal, left, right) is { } numbers)
        {
            return numbers;
        }

        Expression? same = Conversions.Implicit(left, right.Type) is { } converted ? Equal(converted, right) : null;
        same ??= Conversions.Implicit(right, left.Type) is { } other ? Equal(left, other) : null;
        return same ?? UserDefined(ExpressionType.Equal, left, right);
    }

    /// <summary>Compares two values of one type: with the equality operator of the type if there is one, otherwise with Equals.</summary>
    private static Expression Equal(Expression left, Expression right) =>
        left.Type == typeof(bool) || left.Type == typeof(bool?)
            ? Expression.Equal(left, right)
            : UserDefined(ExpressionType.Equal, left, right)
                ?? Expression.Call(ObjectEquals, Expression.Convert(left, typeof(object)), Expression.Convert(right, typeof(object)));

    /// <summary>Compares the identity of two objects. Values have no identity, so they are compared for equality.</summary>
    private static Expression? Identity(Expression left, Expression right)
    {
        bool isReference = !left.Type.IsValueType && !right.Type.IsValueType && !Conversions.IsNull(left) && !Conversions.IsNull(right);
        if (!isReference)
        {
            return Equality(left, right);
        }

        return left.Type.IsAssignableFrom(right.Type) || right.Type.IsAssignableFrom(left.Type) || left.Type.IsInterface || right.Type.IsInterface
            ? Expression.ReferenceEqual(left, right)
            : null;
    }

    private static Expression? EqualToNull(Expression left, Expression right)
    {
        if (Conversions.IsNull(left) && Conversions.IsNull(right))
        {
            return Expression.Constant(true);
        }

        Expression value = Conversions.IsNull(left) ? right : left;
        if (Conversions.IsNullable(value.Type))
        {
            return Expression.Not(Expression.Property(value, "HasValue"));
        }

        return value.Type.IsValueType ? null : Expression.ReferenceEqual(value, Expression.Constant(null, value.Type));
    }

    /// <summary>Returns the underlying number of an enumeration value; returns other values unchanged.</summary>
    private static Expression Number(Expression value)
    {
        Type type = Conversions.Underlying(value.Type);
        return type.IsEnum ? Expression.Convert(value, Conversions.WithNull(type.GetEnumUnderlyingType(), Conversions.IsNullable(value.Type))) : value;
    }

    /// <summary>Binds an operation for two numbers or enumeration values. Returns null for values of two different enumerations.</summary>
    private static Expression? Numbers(ExpressionType kind, Expression left, Expression right)
    {
        Type first = Conversions.Underlying(left.Type);
        Type second = Conversions.Underlying(right.Type);
        return first.IsEnum && second.IsEnum && first != second ? null : Numeric(kind, Number(left), Number(right));
    }

    private static Expression? Numeric(ExpressionType kind, Expression left, Expression right) =>
        Promote(left, right) is { } pair ? Expression.MakeBinary(kind, pair.Left, pair.Right) : null;

    /// <summary>Converts two numbers to the type in which C# calculates; returns null if they are not numbers, or if there is no such type.</summary>
    private static (Expression Left, Expression Right)? Promote(Expression left, Expression right)
    {
        Type first = Conversions.Underlying(left.Type);
        Type second = Conversions.Underlying(right.Type);
        if (!Conversions.IsNumeric(first) || !Conversions.IsNumeric(second) || Common(left, first, right, second) is not { } common)
        {
            return null;
        }

        Type target = Conversions.WithNull(common, Conversions.IsNullable(left.Type) || Conversions.IsNullable(right.Type));
        return (Widen(left, target), Widen(right, target));
    }

    private static Expression Widen(Expression value, Type target) => Conversions.Implicit(value, target) ?? Expression.Convert(value, target);

    private static Type? Common(Expression left, Type first, Expression right, Type second)
    {
        bool Either(Type type) => first == type || second == type;
        bool isFloating = Either(typeof(double)) || Either(typeof(float));
        if (Either(typeof(decimal)))
        {
            return isFloating ? null : typeof(decimal);
        }

        if (isFloating)
        {
            return Either(typeof(double)) ? typeof(double) : typeof(float);
        }

        foreach (Type unsigned in (Type[])[typeof(ulong), typeof(uint)])
        {
            bool fits = Conversions.Implicit(left, Conversions.WithNull(unsigned, Conversions.IsNullable(left.Type))) is not null
                && Conversions.Implicit(right, Conversions.WithNull(unsigned, Conversions.IsNullable(right.Type))) is not null;
            if (Either(unsigned) && fits)
            {
                return unsigned;
            }
        }

        return Either(typeof(ulong)) ? null : Either(typeof(long)) || Either(typeof(uint)) ? typeof(long) : typeof(int);
    }

    /// <summary>Converts a value to the nullable form of its type if the other operand has that type, so that the operator of the type is lifted.</summary>
    private static Expression Lift(Expression value, Type other) =>
        Conversions.IsNullable(other) && Conversions.Underlying(other) == value.Type ? Expression.Convert(value, other) : value;

    private static Expression? UserDefined(ExpressionType kind, Expression left, Expression right)
    {
        try
        {
            return Expression.MakeBinary(kind, Lift(left, right.Type), Lift(right, left.Type)) is { Method: not null } operation ? operation : null;
        }
        catch (InvalidOperationException)
        {
            // Neither type defines the operator.
            return null;
        }
    }
}
