using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Workflow.Expressions;

/// <summary>Calls a function for each evaluation. The function can read all visible locations at run time (rule 4.8).</summary>
/// <typeparam name="TResult">The type of the value.</typeparam>
public sealed class LambdaValue<TResult> : CodeActivity<TResult>
{
    private readonly Func<ActivityContext, TResult> _function;

    /// <summary>Creates an expression from a function. Nothing is compiled at run time.</summary>
    /// <param name="lambdaValue">The function.</param>
    [OverloadResolutionPriority(1)]
    public LambdaValue(Func<ActivityContext, TResult> lambdaValue)
    {
        ArgumentNullException.ThrowIfNull(lambdaValue);
        _function = lambdaValue;
    }

    /// <summary>Creates an expression from an expression tree, which is compiled once, in this constructor.</summary>
    /// <param name="lambdaValue">The expression tree.</param>
    public LambdaValue(Expression<Func<ActivityContext, TResult>> lambdaValue)
    {
        ArgumentNullException.ThrowIfNull(lambdaValue);
        _function = lambdaValue.Compile();
    }

    internal Func<ActivityContext, TResult> Function => _function;

    internal override bool IsInline => true;

    internal override bool IsUnloadable => (_function.Target?.GetType().IsCollectible ?? _function.Method.IsCollectible) || base.IsUnloadable;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
    }

    /// <inheritdoc/>
    protected override TResult Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesOuterScopes = true;
        return _function(context);
    }

    internal override TResult Evaluate(ActivityContext context) => _function(context);
}
