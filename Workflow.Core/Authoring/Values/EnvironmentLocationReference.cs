namespace Workflow.Expressions;

/// <summary>A place in the scope around the expression, to bind an out or in-out argument to it.</summary>
/// <typeparam name="T">The type of the place.</typeparam>
public abstract class EnvironmentLocationReference<T> : CodeActivity<Location<T>>
{
    private protected EnvironmentLocationReference()
    {
    }

    /// <summary>What is referred to; null until it is known.</summary>
    public abstract LocationReference? LocationReference { get; }

    internal override bool IsInline => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.WriteReference(this, LocationReference, typeof(T));

    /// <inheritdoc/>
    protected override Location<T> Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesChain = true;

        // Scheduled as an activity, the location becomes a value that anybody may keep.
        context.Instance.Environment!.Find(LocationReference!.ScopeId)?.Capture();
        return Evaluate(context);
    }

    internal sealed override Location<T> Evaluate(ActivityContext context) => (Location<T>)context.ChainedLocationOf(LocationReference!);

    internal sealed override Location EvaluateLocation(ActivityContext context) => context.ChainedLocationOf(LocationReference!);
}
