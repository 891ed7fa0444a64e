namespace Workflow.Expressions;

/// <summary>The value of a place in the scope around the expression.</summary>
/// <typeparam name="T">The type to read it as.</typeparam>
public abstract class EnvironmentLocationValue<T> : CodeActivity<T>
{
    private protected EnvironmentLocationValue()
    {
    }

    /// <summary>What is read; null until it is known.</summary>
    public abstract LocationReference? LocationReference { get; }

    internal override bool IsInline => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.ReadReference(this, LocationReference, typeof(T));

    /// <inheritdoc/>
    protected override T Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesChain = true;
        return Evaluate(context);
    }

    internal sealed override T Evaluate(ActivityContext context) => Location<T>.Read(context.ChainedLocationOf(LocationReference!));
}
