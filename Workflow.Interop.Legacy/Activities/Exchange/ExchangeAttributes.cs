namespace Workflow.Interop.Legacy.Activities;

/// <summary>Marks an interface with which workflows and a local service exchange data: workflows call its methods, and the service raises its events.</summary>
[AttributeUsage(AttributeTargets.Interface)]
public sealed class ExternalDataExchangeAttribute : Attribute;

/// <summary>Names a value of the interface that says to which of several waiting activities an event belongs.</summary>
/// <param name="name">The name: a parameter of each method, and an alias of each event.</param>
[AttributeUsage(AttributeTargets.Interface, AllowMultiple = true)]
public sealed class CorrelationParameterAttribute(string name) : Attribute
{
    /// <summary>The name.</summary>
    public string Name { get; } = name;
}

/// <summary>Marks a method or an event that gives the correlation parameters their values.</summary>
[AttributeUsage(AttributeTargets.Event | AttributeTargets.Method)]
public sealed class CorrelationInitializerAttribute : Attribute;

/// <summary>Says where a method or an event has the value of a correlation parameter.</summary>
/// <param name="name">The name of the correlation parameter.</param>
/// <param name="path">A parameter and its properties, with dots between them, such as 'e.OrderId'.</param>
[AttributeUsage(AttributeTargets.Event | AttributeTargets.Method, AllowMultiple = true)]
public sealed class CorrelationAliasAttribute(string name, string path) : Attribute
{
    /// <summary>The name of the correlation parameter.</summary>
    public string Name { get; } = name;

    /// <summary>A parameter and its properties, with dots between them.</summary>
    public string Path { get; } = path;
}
