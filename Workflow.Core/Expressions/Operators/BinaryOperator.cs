using System.Collections.Concurrent;
using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>An operator with two operands, both of which are evaluated (rule 20.2).</summary>
/// <remarks>
/// The operator is determined when the definition is first used: a built-in operator or an operator that a type defines, for exactly the types of the operands
/// (rule 20.1). If there is no such operator, or its result has another type, the definition is invalid. If an operand is null, the result is null, or
/// false for a comparison (rule 20.2).
/// </remarks>
/// <typeparam name="TLeft">The type of the left operand.</typeparam>
/// <typeparam name="TRight">The type of the right operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public abstract class BinaryOperator<TLeft, TRight, TResult> : CodeActivity<TResult>
{
    private static readonly ConcurrentDictionary<ExpressionType, CompiledOperator<Func<TLeft, TRight, TResult>>> Compiled = new();

    private Func<TLeft, TRight, TResult>? _function;

    private protected BinaryOperator()
    {
    }

    /// <summary>The left operand; required. Its value may be null if its type allows null.</summary>
    [RequiredArgument]
    public InArgument<TLeft> Left { get; set; } = null!;

    /// <summary>The right operand; required. Its value may be null if its type allows null.</summary>
    [RequiredArgument]
    public InArgument<TRight> Right { get; set; } = null!;

    private protected abstract ExpressionType Operator { get; }

    /// <inheritdoc/>
    protected sealed override void CacheMetadata(CodeActivityMetadata metadata)
    {
        metadata.Declare(nameof(Left), Left);
        metadata.Declare(nameof(Right), Right);
        CompiledOperator<Func<TLeft, TRight, TResult>> compiled = Compiled.GetOrAdd(
            Operator, static node => CompiledOperator<Func<TLeft, TRight, TResult>>.Of(node, typeof(TResult), typeof(TLeft), typeof(TRight)));
        _function = compiled.Function;
        if (compiled.Problem is { } problem)
        {
            metadata.AddValidationError(problem);
        }
    }

    /// <inheritdoc/>
    protected sealed override TResult Execute(CodeActivityContext context) => _function!(Left.Get(context), Right.Get(context));
}
