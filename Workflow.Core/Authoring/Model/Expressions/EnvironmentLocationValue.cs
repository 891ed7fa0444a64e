namespace Workflow.Expressions;

/// <summary>Returns the value of a location in the outer scopes.</summary>
/// <typeparam name="T">The type to read the value as.</typeparam>
public class EnvironmentLocationValue<T> : CodeActivity<T>
{
    internal EnvironmentLocationValue(LocationReference? locationReference = null) => LocationReference = locationReference;

    /// <summary>The reference; null before it is resolved.</summary>
    public virtual LocationReference? LocationReference { get; }

    internal override bool IsInline => true;

    internal override string? DebuggerValue => DebuggerTexts.NameOf(LocationReference);

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.ReadReference(this, LocationReference, typeof(T));

    /// <inheritdoc/>
    protected override T Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesOuterScopes = true;
        return Evaluate(context);
    }

    internal sealed override T Evaluate(ActivityContext context) => Location<T>.Read(context.ChainedLocationOf(LocationReference!));
}
