namespace Workflow.Expressions;

/// <summary>
/// Returns a constant of a value type or a string (rule 20.4.1). An object of another type is a validation error, because all runs would share the object.
/// </summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class Literal<T> : CodeActivity<T>, ILiteral
{
    /// <summary>Creates a literal of the default value.</summary>
    public Literal()
    {
    }

    /// <summary>Creates a literal.</summary>
    /// <param name="value">The value.</param>
    public Literal(T value) => Value = value;

    /// <summary>The value.</summary>
    public T Value { get; set; } = default!;

    object? ILiteral.Value => Value;

    internal override bool IsInline => true;

    internal override string? DebuggerValue => DebuggerTexts.OfConstant(Value);

    /// <inheritdoc/>
    public override string ToString() => Value?.ToString() ?? "null";

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        if (!typeof(T).IsValueType && typeof(T) != typeof(string) && Value is not null)
        {
            metadata.AddValidationError(
                $"A literal holds a value type or a string, not a '{typeof(T)}': every run would share the one object. Compute it with a lambda instead.");
        }
    }

    /// <inheritdoc/>
    protected override T Execute(CodeActivityContext context) => Value;

    internal override T Evaluate(ActivityContext context) => Value;
}
