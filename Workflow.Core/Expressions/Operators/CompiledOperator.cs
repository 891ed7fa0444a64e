using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>
/// An operator as a delegate, or the reason why there is no operator for the types. Created once for each operator and types of operands and result.
/// </summary>
internal sealed class CompiledOperator<TFunction>
    where TFunction : Delegate
{
    private CompiledOperator(TFunction? function, string? problem)
    {
        Function = function;
        Problem = problem;
    }

    public TFunction? Function { get; }

    public string? Problem { get; }

    /// <summary>Compiles an operator with an expression tree, whose nodes do not convert or promote operands (rule 20.1).</summary>
    public static CompiledOperator<TFunction> Of(ExpressionType node, Type result, params Type[] operands)
    {
        ParameterExpression[] parameters = Array.ConvertAll(operands, Expression.Parameter);
        Expression body;
        try
        {
            body = parameters.Length == 1 ? Expression.MakeUnary(node, parameters[0], result) : Expression.MakeBinary(node, parameters[0], parameters[1]);
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException)
        {
            return new CompiledOperator<TFunction>(null, Describe(node, result, operands));
        }

        return Fits(body.Type, result)
            ? new CompiledOperator<TFunction>(Expression.Lambda<TFunction>(body, parameters).Compile(), null)
            : new CompiledOperator<TFunction>(
                null, $"{Name(node)} of {Join(operands)} yields a '{body.Type}', which a result of type '{result}' cannot take; make that the result type.");
    }

    /// <summary>Returns true if a value of the type is compatible without a conversion; boxing is a conversion.</summary>
    private static bool Fits(Type from, Type to) => from == to || (!from.IsValueType && to.IsAssignableFrom(from));

    private static string Describe(ExpressionType node, Type result, Type[] operands) => node switch
    {
        ExpressionType.TypeAs => $"'{operands[0]}' cannot be tried as a '{result}'; the result type of an As is a reference type or a nullable one.",
        ExpressionType.Convert or ExpressionType.ConvertChecked => $"There is no conversion from '{operands[0]}' to '{result}'; correct the types of the Cast.",
        _ => $"{Name(node)} is not defined for {Join(operands)}; operands are not converted, so give them types that have the operator.",
    };

    private static string Name(ExpressionType node) => $"'{node.ToString().Replace("Checked", string.Empty, StringComparison.Ordinal)}'";

    private static string Join(Type[] operands) => string.Join(" and ", operands.Select(static type => $"'{type}'"));
}
