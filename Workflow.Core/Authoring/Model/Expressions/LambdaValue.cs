using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Workflow.Expressions;

/// <summary>Calls a function each time it is evaluated. The function may read whatever the run-time chain of scopes holds (rule 4.8).</summary>
/// <typeparam name="TResult">The type of the value.</typeparam>
public sealed class LambdaValue<TResult> : CodeActivity<TResult>
{
    private readonly Func<ActivityContext, TResult> _function;

    /// <summary>Takes a function; nothing is compiled at run time.</summary>
    /// <param name="lambdaValue">The function.</param>
    [OverloadResolutionPriority(1)]
    public LambdaValue(Func<ActivityContext, TResult> lambdaValue)
    {
        ArgumentNullException.ThrowIfNull(lambdaValue);
        _function = lambdaValue;
    }

    /// <summary>Takes an expression tree, which is compiled here, once.</summary>
    /// <param name="lambdaValue">The expression tree.</param>
    public LambdaValue(Expression<Func<ActivityContext, TResult>> lambdaValue)
    {
        ArgumentNullException.ThrowIfNull(lambdaValue);
        _function = lambdaValue.Compile();
    }

    internal Func<ActivityContext, TResult> Function => _function;

    internal override bool IsInline => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
    }

    /// <inheritdoc/>
    protected override TResult Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesChain = true;
        return _function(context);
    }

    internal override TResult Evaluate(ActivityContext context) => _function(context);
}
