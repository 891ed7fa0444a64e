namespace Workflow.Interop.Legacy.ComponentModel.Serialization;

/// <summary>Names the property that contains the name of an object in markup. This package ignores the attribute.</summary>
/// <param name="name">The name of the property.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class RuntimeNamePropertyAttribute(string name) : Attribute
{
    /// <summary>The name of the property.</summary>
    public string Name { get; } = name;
}
