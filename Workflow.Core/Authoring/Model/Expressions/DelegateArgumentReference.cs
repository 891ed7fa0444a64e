namespace Workflow.Expressions;

/// <summary>Returns the location of a delegate argument.</summary>
/// <typeparam name="T">The type of the delegate argument.</typeparam>
public sealed class DelegateArgumentReference<T> : EnvironmentLocationReference<T>
{
    /// <summary>Creates an expression without a delegate argument; set <see cref="DelegateArgument"/>.</summary>
    public DelegateArgumentReference()
    {
    }

    /// <summary>Creates an expression.</summary>
    /// <param name="delegateArgument">The delegate argument.</param>
    public DelegateArgumentReference(DelegateArgument? delegateArgument) => DelegateArgument = delegateArgument;

    /// <summary>The delegate argument; null is a validation error.</summary>
    public DelegateArgument? DelegateArgument { get; set; }

    /// <inheritdoc/>
    public override LocationReference? LocationReference => DelegateArgument;

    internal override LocationBinding CreateLocationBinding(int slot) =>
        DelegateArgument is null ? base.CreateLocationBinding(slot) : new ReferenceBinding(this, DelegateArgument, slot);
}
