using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;

namespace Workflow.Expressions;

/// <summary>Compiles an expression tree for a location into a function that returns the location.</summary>
internal static class LocationExpression
{
    public static bool TryCompile<T>(
        Expression<Func<ActivityContext, T>> expression,
        out Func<ActivityContext, Location<T>>? locate,
        [NotNullWhen(false)] out string? problem)
    {
        ParameterExpression context = expression.Parameters[0];
        Expression? place = expression.Body.Type == typeof(T) ? Build<T>(expression.Body, context) : null;
        locate = null;
        problem = null;
        if (place is null)
        {
            problem = $"'{expression.Body}' does not name a location that can be written; use a variable, an argument, a property, a field, an array element or an indexed item.";
            return false;
        }

        locate = Expression.Lambda<Func<ActivityContext, Location<T>>>(Expression.Convert(place, typeof(Location<T>)), context).Compile();
        return true;
    }

    private static Expression? Build<T>(Expression body, ParameterExpression context) => body switch
    {
        MethodCallExpression call => FromCall<T>(call, context),
        MemberExpression { Member: FieldInfo { IsInitOnly: false, IsLiteral: false } } member => Accessor<T>(member, member.Expression),
        MemberExpression { Member: PropertyInfo { CanWrite: true } } member => Accessor<T>(member, member.Expression),
        BinaryExpression { NodeType: ExpressionType.ArrayIndex } element =>
            Accessor<T>(Expression.ArrayAccess(element.Left, element.Right), element.Left, element.Right),
        IndexExpression index => Accessor<T>(index, [index.Object, .. index.Arguments]),
        _ => null,
    };

    /// <summary>
    /// Builds the location that a call describes. <c>variable.Get(context)</c> and <c>context.GetValue(variable)</c> describe the variable. The call of a
    /// getter describes the property or indexed item; on an array, the element.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The tree calls the getter, which keeps its property.")]
    private static Expression? FromCall<T>(MethodCallExpression call, ParameterExpression context)
    {
        if (call is { Method.Name: "Get", Object: { } reference, Arguments: [var given] } && given == context && !call.Method.IsGenericMethod)
        {
            return Located<T>(reference, context);
        }

        if (call is { Method.Name: "GetValue", Object: { } receiver, Arguments: [var read] } && receiver == context)
        {
            return Located<T>(read, context);
        }

        if (call is { Method.Name: "Get", Object: { Type.IsArray: true } array })
        {
            return Accessor<T>(Expression.ArrayAccess(array, call.Arguments), [array, .. call.Arguments]);
        }

        PropertyInfo? item = call.Object?.Type.GetProperties().FirstOrDefault(property => property.CanWrite && property.GetMethod == call.Method);
        return item is null ? null : Accessor<T>(Expression.MakeIndex(call.Object!, item, call.Arguments), [call.Object, .. call.Arguments]);
    }

    /// <summary>
    /// Builds the location of a reference or an argument. The compiler creates the expression trees with direct references to the methods, so trimming keeps
    /// the methods. No method is looked up by name.
    /// </summary>
    private static Expression? Located<T>(Expression reference, ParameterExpression context)
    {
        Expression<Func<LocationReference, ActivityContext, Location<T>>> ofReference =
            static (reference, context) => (Location<T>)reference.GetLocation(context);
        Expression<Func<Argument, ActivityContext, Location<T>>> ofArgument = static (argument, context) => (Location<T>)argument.GetLocation(context);
        return typeof(LocationReference).IsAssignableFrom(reference.Type) ? Expression.Invoke(ofReference, reference, context)
            : typeof(Argument).IsAssignableFrom(reference.Type) ? Expression.Invoke(ofArgument, reference, context)
            : null;
    }

    /// <summary>Builds a location that reads and writes the described item. Its operands are evaluated once, when the location is created.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The array that is made is one of objects.")]
    private static NewExpression? Accessor<T>(Expression place, params Expression?[] operands)
    {
        // A write to the copy of a struct would have no effect.
        if (operands.Length > 0 && operands[0] is { Type.IsValueType: true })
        {
            return null;
        }

        ParameterExpression held = Expression.Parameter(typeof(object?[]), "operands");
        ParameterExpression value = Expression.Parameter(typeof(T), "value");
        OperandReplacer replacer = new([.. operands.Where(operand => operand is not null).Select(operand => operand!)], held);
        Expression detached = replacer.Visit(place);
        return Expression.New(
            typeof(AccessorLocation<T>).GetConstructors()[0],
            Expression.NewArrayInit(typeof(object), replacer.Operands.Select(operand => Expression.Convert(operand, typeof(object)))),
            Expression.Constant(Expression.Lambda<Func<object?[], T>>(detached, held).Compile()),
            Expression.Constant(Expression.Lambda<Action<object?[], T>>(Expression.Assign(detached, value), held, value).Compile()));
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

    /// <summary>A location that is not a slot of the workflow.</summary>
    internal sealed class AccessorLocation<T>(object?[] operands, Func<object?[], T> read, Action<object?[], T> write) : Location<T>
    {
        public override T Value
        {
            get => read(operands);
            set => write(operands, value);
        }
    }
}
