namespace Workflow.Interop.Legacy.ComponentModel.Serialization;

/// <summary>Names the property that has the name of an object in markup. It has no effect here.</summary>
/// <param name="name">The property.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class RuntimeNamePropertyAttribute(string name) : Attribute
{
    /// <summary>The property.</summary>
    public string Name { get; } = name;
}
