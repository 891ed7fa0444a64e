namespace Workflow.Expressions;

/// <summary>Returns the value of a delegate argument.</summary>
/// <typeparam name="T">The type to read the value as.</typeparam>
public sealed class DelegateArgumentValue<T> : EnvironmentLocationValue<T>
{
    /// <summary>Creates an expression without a delegate argument; set <see cref="DelegateArgument"/>.</summary>
    public DelegateArgumentValue()
    {
    }

    /// <summary>Creates an expression.</summary>
    /// <param name="delegateArgument">The delegate argument.</param>
    public DelegateArgumentValue(DelegateArgument? delegateArgument) => DelegateArgument = delegateArgument;

    /// <summary>The delegate argument; null is a validation error.</summary>
    public DelegateArgument? DelegateArgument { get; set; }

    /// <inheritdoc/>
    public override LocationReference? LocationReference => DelegateArgument;
}
