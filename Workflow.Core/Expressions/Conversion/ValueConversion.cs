using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Converts nodes to activities that return their values.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class ValueConversion(Conversion conversion)
{
    private static readonly Dictionary<ExpressionType, Type> Binaries = new()
    {
        [ExpressionType.Add] = typeof(Add<,,>),
        [ExpressionType.AddChecked] = typeof(Add<,,>),
        [ExpressionType.Subtract] = typeof(Subtract<,,>),
        [ExpressionType.SubtractChecked] = typeof(Subtract<,,>),
        [ExpressionType.Multiply] = typeof(Multiply<,,>),
        [ExpressionType.MultiplyChecked] = typeof(Multiply<,,>),
        [ExpressionType.Divide] = typeof(Divide<,,>),
        [ExpressionType.And] = typeof(And<,,>),
        [ExpressionType.Or] = typeof(Or<,,>),
        [ExpressionType.Equal] = typeof(Equal<,,>),
        [ExpressionType.NotEqual] = typeof(NotEqual<,,>),
        [ExpressionType.LessThan] = typeof(LessThan<,,>),
        [ExpressionType.LessThanOrEqual] = typeof(LessThanOrEqual<,,>),
        [ExpressionType.GreaterThan] = typeof(GreaterThan<,,>),
        [ExpressionType.GreaterThanOrEqual] = typeof(GreaterThanOrEqual<,,>),
    };

    private static readonly Dictionary<ExpressionType, Type> Unaries = new()
    {
        [ExpressionType.Not] = typeof(Not<,>),
        [ExpressionType.TypeAs] = typeof(As<,>),
        [ExpressionType.Convert] = typeof(Cast<,>),
        [ExpressionType.ConvertChecked] = typeof(Cast<,>),
    };

    /// <summary>Creates an activity whose result has exactly the type of the node; null after a problem.</summary>
    public ActivityWithResult? Convert(Expression node) => node switch
    {
        { Type.IsByRefLike: true } => conversion.Fail(
            $"The value of '{node}' is a '{node.Type}', which no location can hold; call a method that takes an array, or use a lambda."),
        ConstantExpression constant => FromConstant(constant),
        DefaultExpression => Parts.Make(typeof(Literal<>), node.Type),
        BinaryExpression { NodeType: ExpressionType.ArrayIndex } element => Element(element.Left, element.Right),
        BinaryExpression { NodeType: ExpressionType.AndAlso or ExpressionType.OrElse, Method: null } logic when logic.Type == typeof(bool) => FromLogic(logic),
        BinaryExpression binary => FromBinary(binary),
        UnaryExpression { NodeType: ExpressionType.ArrayLength } length => Property(length.Operand, length.Operand.Type, nameof(Array.Length), length.Type),
        UnaryExpression unary => FromUnary(unary),
        MemberExpression member => FromMember(member),
        MethodCallExpression call => conversion.Reads.Named(call) is { } named ? conversion.Reads.Value(named, call.Type) : conversion.Calls.Convert(call),
        IndexExpression { Indexer: null, Object: { } array, Arguments: [var index] } => Element(array, index),
        IndexExpression index => conversion.Calls.ConvertIndex(index),
        InvocationExpression call => conversion.Calls.ConvertInvocation(call),
        NewExpression creation => conversion.Calls.ConvertNew(creation),
        NewArrayExpression { NodeType: ExpressionType.NewArrayBounds } array => FromBounds(array),
        _ => conversion.Fail(node),
    };

    /// <summary>Creates an activity whose result has the given type, to which the node is converted if its type differs; null after a problem.</summary>
    public ActivityWithResult? ConvertTo(Expression node, Type type) => Convert(node) is not { } value ? null
        : value.ResultType == type ? value
        : Parts.Make(typeof(Cast<,>), value.ResultType, type).With(nameof(Cast<,>.Operand), Parts.In(value));

    /// <summary>
    /// Returns true if the node is an object of the surrounding code, which a definition cannot contain: a literal must be of a value type or a string
    /// (rule 20.4.1).
    /// </summary>
    public bool IsCaptured(Expression? node) =>
        node is ConstantExpression { Value: not null } constant && !constant.Type.IsValueType && constant.Type != typeof(string);

    private ActivityWithResult? FromConstant(ConstantExpression constant) => IsCaptured(constant)
        ? conversion.FailCaptured(constant)
        : Parts.Make(typeof(Literal<>), constant.Type).With(nameof(Literal<>.Value), constant.Value);

    private ActivityWithResult? FromBinary(BinaryExpression node)
    {
        if (!Binaries.TryGetValue(node.NodeType, out Type? definition) || !IsOperatorOfTypes(node))
        {
            return node.Method is { } method && !node.IsLifted ? conversion.Calls.Static(method, node.Left, node.Right) : conversion.Fail(node);
        }

        if (Convert(node.Left) is not { } left || Convert(node.Right) is not { } right)
        {
            return null;
        }

        ActivityWithResult activity = Parts.Make(definition, node.Left.Type, node.Right.Type, node.Type)
            .With(nameof(Add<,,>.Left), Parts.In(left)).With(nameof(Add<,,>.Right), Parts.In(right));
        return Checking(activity, node.NodeType is ExpressionType.AddChecked or ExpressionType.SubtractChecked or ExpressionType.MultiplyChecked);
    }

    private ActivityWithResult? FromUnary(UnaryExpression node)
    {
        if (!Unaries.TryGetValue(node.NodeType, out Type? definition) || !IsOperatorOfTypes(node))
        {
            return node.Method is { } method && !node.IsLifted ? conversion.Calls.Static(method, node.Operand) : conversion.Fail(node);
        }

        if (Convert(node.Operand) is not { } operand)
        {
            return null;
        }

        ActivityWithResult activity = Parts.Make(definition, node.Operand.Type, node.Type).With(nameof(Not<,>.Operand), Parts.In(operand));
        return Checking(activity, node.NodeType == ExpressionType.ConvertChecked);
    }

    private static ActivityWithResult Checking(ActivityWithResult activity, bool isChecked) =>
        activity.GetType().GetProperty(nameof(Add<,,>.Checked)) is null ? activity : activity.With(nameof(Add<,,>.Checked), isChecked);

    /// <summary>Returns true if the activity, which uses only the types, would find the operator of the node.</summary>
    private static bool IsOperatorOfTypes(Expression node)
    {
        try
        {
            return node switch
            {
                BinaryExpression binary =>
                    Expression.MakeBinary(binary.NodeType, Expression.Parameter(binary.Left.Type), Expression.Parameter(binary.Right.Type)) is { } found
                        && found.Method == binary.Method && found.Type == binary.Type,
                UnaryExpression unary =>
                    Expression.MakeUnary(unary.NodeType, Expression.Parameter(unary.Operand.Type), unary.Type) is { } found
                        && found.Method == unary.Method && found.Type == unary.Type,
                _ => false,
            };
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException)
        {
            // The types do not define this operator; the node refers to another method.
            return false;
        }
    }

    private ActivityWithResult? FromLogic(BinaryExpression node) => Convert(node.Left) is not { } left || Convert(node.Right) is not { } right ? null
        : node.NodeType == ExpressionType.AndAlso ? new AndAlso { Left = (Activity<bool>)left, Right = (Activity<bool>)right }
        : new OrElse { Left = (Activity<bool>)left, Right = (Activity<bool>)right };

    private ActivityWithResult? FromMember(MemberExpression node)
    {
        if (IsCaptured(node.Expression))
        {
            return conversion.FailCaptured(node);
        }

        Type owner = node.Expression?.Type ?? node.Member.DeclaringType!;
        return node.Member is PropertyInfo ? Property(node.Expression, owner, node.Member.Name, node.Type)
            : MemberSearch.Field(owner, node.Member.Name)?.FieldType == node.Type
                ? OnOperand(Parts.Make(typeof(FieldValue<,>), owner, node.Type).With(nameof(FieldValue<,>.FieldName), node.Member.Name), node.Expression)
                : conversion.FailHidden(node.Member.Name, owner);
    }

    private ActivityWithResult? Property(Expression? operand, Type owner, string name, Type type) =>
        MemberSearch.Property(owner, name) is { GetMethod.IsPublic: true } property && property.PropertyType == type
            ? OnOperand(Parts.Make(typeof(PropertyValue<,>), owner, type).With(nameof(PropertyValue<,>.PropertyName), name), operand)
            : conversion.FailHidden(name, owner);

    private ActivityWithResult? OnOperand(ActivityWithResult activity, Expression? operand) => operand is null ? activity
        : Convert(operand) is { } value ? activity.With(nameof(FieldValue<,>.Operand), Parts.In(value))
        : null;

    private ActivityWithResult? Element(Expression array, Expression index) =>
        Convert(array) is not { } owner || ConvertTo(index, typeof(int)) is not { } position ? null
            : Parts.Make(typeof(ArrayItemValue<>), array.Type.GetElementType()!)
                .With(nameof(ArrayItemValue<>.Array), Parts.In(owner)).With(nameof(ArrayItemValue<>.Index), Parts.In(position));

    private ActivityWithResult? FromBounds(NewArrayExpression node)
    {
        List<Argument> bounds = [];
        foreach (Expression bound in node.Expressions)
        {
            if (Convert(bound) is not { } length)
            {
                return null;
            }

            bounds.Add(Parts.In(length));
        }

        return Parts.Make(typeof(NewArray<>), node.Type).Adding(nameof(NewArray<>.Bounds), bounds);
    }
}
