namespace Workflow.Expressions;

/// <summary>Returns the location of a variable.</summary>
/// <typeparam name="T">The type of the variable.</typeparam>
public sealed class VariableReference<T> : EnvironmentLocationReference<T>
{
    /// <summary>Creates an expression without a variable; set <see cref="Variable"/>.</summary>
    public VariableReference()
    {
    }

    /// <summary>Creates an expression.</summary>
    /// <param name="variable">The variable.</param>
    public VariableReference(Variable? variable) => Variable = variable;

    /// <summary>The variable; null is a validation error.</summary>
    public Variable? Variable { get; set; }

    /// <inheritdoc/>
    public override LocationReference? LocationReference => Variable;

    /// <summary>Returns the name of the variable, or the id and display name of the expression if the variable has no name.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => Variable?.Name is { Length: > 0 } name ? name : base.ToString();

    internal override LocationBinding CreateLocationBinding(int slot) =>
        Variable is null ? base.CreateLocationBinding(slot) : new ReferenceBinding(this, Variable, slot);
}
