namespace Workflow;

/// <summary>A declared parameter of a delegate.</summary>
public sealed class RuntimeDelegateArgument
{
    /// <summary>Declares a parameter.</summary>
    /// <param name="name">The name.</param>
    /// <param name="type">The type of the value.</param>
    /// <param name="direction">The direction: in or out.</param>
    /// <param name="boundArgument">The argument object to which the handler refers; null for none.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public RuntimeDelegateArgument(string name, Type type, ArgumentDirection direction, DelegateArgument? boundArgument)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(type);
        Name = name;
        Type = type;
        Direction = direction;
        BoundArgument = boundArgument;
    }

    /// <summary>The name.</summary>
    public string Name { get; }

    /// <summary>The type of the value.</summary>
    public Type Type { get; }

    /// <summary>The direction: in or out.</summary>
    public ArgumentDirection Direction { get; }

    /// <summary>The argument object to which the handler refers; null for none.</summary>
    public DelegateArgument? BoundArgument { get; }
}
