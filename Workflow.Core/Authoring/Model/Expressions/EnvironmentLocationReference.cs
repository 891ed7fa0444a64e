namespace Workflow.Expressions;

/// <summary>A place in the scope around the expression, to bind an out or in-out argument to it.</summary>
/// <typeparam name="T">The type of the place.</typeparam>
public class EnvironmentLocationReference<T> : CodeActivity<Location<T>>
{
    internal EnvironmentLocationReference(LocationReference? locationReference = null) => LocationReference = locationReference;

    /// <summary>What is referred to; null until it is known.</summary>
    public virtual LocationReference? LocationReference { get; }

    internal override bool IsInline => true;

    internal override string? DebuggerValue => DebuggerTexts.NameOf(LocationReference);

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.Declaration.WriteReference(this, LocationReference, typeof(T));

    /// <inheritdoc/>
    protected override Location<T> Execute(CodeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SeesChain = true;
        return Evaluate(context);
    }

    /// <summary>Here the location is a value, which anybody may keep (rule 4.9); what binds an argument to it takes the other way.</summary>
    internal sealed override Location<T> Evaluate(ActivityContext context)
    {
        Location<T> location = (Location<T>)context.ChainedLocationOf(LocationReference!);
        context.Instance.Environment!.Find(LocationReference!.ScopeId)!.Capture();
        return location;
    }

    internal sealed override Location EvaluateLocation(ActivityContext context) => context.ChainedLocationOf(LocationReference!);
}
