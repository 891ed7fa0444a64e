namespace Workflow.Expressions;

/// <summary>Returns a location in the outer scopes, to which an out or in-out argument is bound.</summary>
/// <typeparam name="T">The type of the location.</typeparam>
public class EnvironmentLocationReference<T> : CodeActivity<Location<T>>
{
    internal EnvironmentLocationReference(LocationReference? locationReference = null) => LocationReference = locationReference;

    /// <summary>The reference; null before it is resolved.</summary>
    public virtual LocationReference? LocationReference { get; }

    internal override bool IsInline => true;

    internal override string? DebuggerValue => DebuggerTexts.NameOf(LocationReference);

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.WriteReference(this, LocationReference, typeof(T));

    /// <inheritdoc/>
    protected override Location<T> Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesOuterScopes = true;
        return Evaluate(context);
    }

    /// <summary>
    /// Returns the location as a value, which code may keep (rule 4.9), and captures its environment. The binding of an argument does not use this method.
    /// </summary>
    internal sealed override Location<T> Evaluate(ActivityContext context)
    {
        Location<T> location = (Location<T>)context.ChainedLocationOf(LocationReference!);
        context.Instance.Environment!.Find(LocationReference!.ScopeId)!.Capture();
        return location;
    }

    internal sealed override Location EvaluateLocation(ActivityContext context) => context.ChainedLocationOf(LocationReference!);
}
