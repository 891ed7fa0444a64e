using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;

namespace Workflow.Expressions;

/// <summary>Turns an expression tree that names a place into a function that yields the place.</summary>
internal static class LocationExpression
{
    public static bool TryCompile<T>(
        Expression<Func<ActivityContext, T>> expression,
        out Func<ActivityContext, Location<T>>? locate,
        [NotNullWhen(false)] out string? problem)
    {
        ParameterExpression context = expression.Parameters[0];
        Expression? place = Build(expression.Body, context);
        locate = null;
        problem = null;
        if (place is null || !typeof(Location<T>).IsAssignableFrom(place.Type))
        {
            problem = $"'{expression.Body}' does not name a place that can be written; use a variable, an argument, a property, a field, an array element or an indexed item.";
            return false;
        }

        locate = Expression.Lambda<Func<ActivityContext, Location<T>>>(Expression.Convert(place, typeof(Location<T>)), context).Compile();
        return true;
    }

    private static Expression? Build(Expression body, ParameterExpression context) => body switch
    {
        MethodCallExpression call => FromCall(call, context),
        MemberExpression { Member: FieldInfo { IsInitOnly: false, IsLiteral: false } } member => Accessor(member, member.Expression),
        MemberExpression { Member: PropertyInfo { CanWrite: true } } member => Accessor(member, member.Expression),
        BinaryExpression { NodeType: ExpressionType.ArrayIndex } element =>
            Accessor(Expression.ArrayAccess(element.Left, element.Right), element.Left, element.Right),
        IndexExpression index => Accessor(index, [index.Object, .. index.Arguments]),
        _ => null,
    };

    /// <summary><c>variable.Get(context)</c> and <c>context.GetValue(variable)</c> name the variable; a getter call names the item, one on an array its element.</summary>
    private static Expression? FromCall(MethodCallExpression call, ParameterExpression context)
    {
        if (call is { Method.Name: "Get", Object: { } reference, Arguments: [var given] } && given == context && call.Method.IsGenericMethod == false)
        {
            MethodInfo? locate = reference.Type.GetMethod("GetLocation", [typeof(ActivityContext)]);
            return locate is null ? null : Expression.Convert(Expression.Call(reference, locate, context), typeof(Location<>).MakeGenericType(call.Type));
        }

        if (call is { Method.Name: "GetValue", Object: { } receiver, Arguments: [var read] } && receiver == context)
        {
            MethodInfo? locate = read.Type.GetMethod("GetLocation", [typeof(ActivityContext)]);
            return locate is null ? null : Expression.Convert(Expression.Call(read, locate, context), typeof(Location<>).MakeGenericType(call.Type));
        }

        if (call is { Method.Name: "Get", Object: { Type.IsArray: true } array })
        {
            return Accessor(Expression.ArrayAccess(array, call.Arguments), [array, .. call.Arguments]);
        }

        PropertyInfo? item = call.Object?.Type.GetProperties().FirstOrDefault(property => property.CanWrite && property.GetMethod == call.Method);
        return item is null ? null : Accessor(Expression.MakeIndex(call.Object!, item, call.Arguments), [call.Object, .. call.Arguments]);
    }

    /// <summary>A location that reads and writes the place; its operands are evaluated once, when the location is made.</summary>
    private static NewExpression? Accessor(Expression place, params Expression?[] operands)
    {
        // The copy of a struct could be written, but nobody would see it.
        if (operands.Length > 0 && operands[0] is { Type.IsValueType: true })
        {
            return null;
        }

        Type type = place.Type;
        ParameterExpression held = Expression.Parameter(typeof(object?[]), "operands");
        ParameterExpression value = Expression.Parameter(type, "value");
        OperandReplacer replacer = new([.. operands.Where(operand => operand is not null).Select(operand => operand!)], held);
        Expression detached = replacer.Visit(place);
        Type getter = typeof(Func<,>).MakeGenericType(typeof(object?[]), type);
        Type setter = typeof(Action<,>).MakeGenericType(typeof(object?[]), type);
        ConstructorInfo constructor = typeof(AccessorLocation<>).MakeGenericType(type).GetConstructors()[0];
        return Expression.New(
            constructor,
            Expression.NewArrayInit(typeof(object), replacer.Operands.Select(operand => Expression.Convert(operand, typeof(object)))),
            Expression.Constant(Expression.Lambda(getter, detached, held).Compile()),
            Expression.Constant(Expression.Lambda(setter, Expression.Assign(detached, value), held, value).Compile()));
    }

    private sealed class OperandReplacer(Expression[] operands, ParameterExpression held) : ExpressionVisitor
    {
        public IReadOnlyList<Expression> Operands => operands;

        [return: NotNullIfNotNull(nameof(node))]
        public override Expression? Visit(Expression? node)
        {
            int index = node is null ? -1 : Array.IndexOf(operands, node);
            return index < 0
                ? base.Visit(node)
                : Expression.Convert(Expression.ArrayIndex(held, Expression.Constant(index)), node!.Type);
        }
    }

    /// <summary>A place outside the workflow's own slots.</summary>
    internal sealed class AccessorLocation<T>(object?[] operands, Func<object?[], T> read, Action<object?[], T> write) : Location<T>
    {
        public override T Value
        {
            get => read(operands);
            set => write(operands, value);
        }
    }
}
