namespace Workflow.Interop.Legacy.Activities;

/// <summary>Marks an interface with which workflows and a local service exchange data: workflows call its methods, and the service raises its events.</summary>
[AttributeUsage(AttributeTargets.Interface)]
public sealed class ExternalDataExchangeAttribute : Attribute;

/// <summary>Declares a correlation parameter of the interface. Its value determines which of several waiting activities receives an event.</summary>
/// <param name="name">
/// The name of the correlation parameter. A method or an event has a parameter of this name, or declares a <see cref="CorrelationAliasAttribute"/>.
/// </param>
[AttributeUsage(AttributeTargets.Interface, AllowMultiple = true)]
public sealed class CorrelationParameterAttribute(string name) : Attribute
{
    /// <summary>The name of the correlation parameter.</summary>
    public string Name { get; } = name;
}

/// <summary>Marks a method or an event that sets the values of the correlation parameters.</summary>
[AttributeUsage(AttributeTargets.Event | AttributeTargets.Method)]
public sealed class CorrelationInitializerAttribute : Attribute;

/// <summary>Specifies the path to the value of a correlation parameter in a method or an event.</summary>
/// <param name="name">The name of the correlation parameter.</param>
/// <param name="path">The name of a parameter, followed by the names of properties or fields, separated by dots, such as 'e.OrderId'.</param>
[AttributeUsage(AttributeTargets.Event | AttributeTargets.Method, AllowMultiple = true)]
public sealed class CorrelationAliasAttribute(string name, string path) : Attribute
{
    /// <summary>The name of the correlation parameter.</summary>
    public string Name { get; } = name;

    /// <summary>The name of a parameter, followed by the names of properties or fields, separated by dots.</summary>
    public string Path { get; } = path;
}
