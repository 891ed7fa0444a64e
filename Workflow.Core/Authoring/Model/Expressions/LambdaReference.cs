using System.Linq.Expressions;

namespace Workflow.Expressions;

/// <summary>
/// Returns the location that an expression tree describes: a variable, an argument, a property, a field, an array element or an indexed item.
/// </summary>
/// <typeparam name="T">The type of the location.</typeparam>
public sealed class LambdaReference<T> : CodeActivity<Location<T>>
{
    private readonly Expression<Func<ActivityContext, T>> _expression;
    private Func<ActivityContext, Location<T>>? _locate;

    /// <summary>Creates an expression from an expression tree, which is compiled when the definition is first used.</summary>
    /// <param name="locationExpression">The expression tree, such as <c>ctx => order.Get(ctx).Total</c>.</param>
    public LambdaReference(Expression<Func<ActivityContext, T>> locationExpression)
    {
        ArgumentNullException.ThrowIfNull(locationExpression);
        _expression = locationExpression;
    }

    internal override bool IsInline => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        if (_locate is null && !LocationExpression.TryCompile(_expression, out _locate, out string? problem))
        {
            metadata.AddValidationError(problem);
        }
    }

    /// <inheritdoc/>
    protected override Location<T> Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesOuterScopes = true;
        return _locate!(context);
    }

    internal override Location<T> Evaluate(ActivityContext context) => _locate!(context);
}
