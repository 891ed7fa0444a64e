using System.Collections.Concurrent;
using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>An operator with one operand.</summary>
/// <remarks>
/// The operator is determined when the definition is first used: a built-in operator or an operator that a type defines (rule 20.1). If there is no such
/// operator, the definition is invalid.
/// </remarks>
/// <typeparam name="TOperand">The type of the operand.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
public abstract class UnaryOperator<TOperand, TResult> : CodeActivity<TResult>
{
    private static readonly ConcurrentDictionary<ExpressionType, CompiledOperator<Func<TOperand, TResult>>> Compiled = new();

    private Func<TOperand, TResult>? _function;

    private protected UnaryOperator()
    {
    }

    /// <summary>The operand; required. Its value may be null if its type allows null.</summary>
    [RequiredArgument]
    public InArgument<TOperand> Operand { get; set; } = null!;

    private protected abstract ExpressionType Operator { get; }

    /// <inheritdoc/>
    protected sealed override void CacheMetadata(CodeActivityMetadata metadata)
    {
        metadata.Declare(nameof(Operand), Operand);
        CompiledOperator<Func<TOperand, TResult>> compiled = Compiled.GetOrAdd(
            Operator, static node => CompiledOperator<Func<TOperand, TResult>>.Of(node, typeof(TResult), typeof(TOperand)));
        _function = compiled.Function;
        if (compiled.Problem is { } problem)
        {
            metadata.AddValidationError(problem);
        }
    }

    /// <inheritdoc/>
    protected sealed override TResult Execute(CodeActivityContext context) => _function!(Operand.Get(context));
}
