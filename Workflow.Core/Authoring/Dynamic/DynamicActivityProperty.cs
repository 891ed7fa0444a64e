using System.Collections.ObjectModel;

namespace Workflow;

/// <summary>A property that a <see cref="DynamicActivity"/> has at run time.</summary>
public class DynamicActivityProperty
{
    private Collection<Attribute>? _attributes;

    /// <summary>Creates a property; set its name and type.</summary>
    public DynamicActivityProperty()
    {
    }

    /// <summary>The attributes, such as <see cref="RequiredArgumentAttribute"/> and <see cref="OverloadGroupAttribute"/>; empty by default.</summary>
    public Collection<Attribute> Attributes => _attributes ??= [];

    /// <summary>The name, by which the implementation refers to an argument. Set it before the property is added to an activity.</summary>
    public string? Name { get; set; }

    /// <summary>
    /// The type: <c>InArgument&lt;int&gt;</c>, <c>OutArgument&lt;int&gt;</c> or <c>InOutArgument&lt;int&gt;</c> for an argument, any other type for a plain
    /// property.
    /// </summary>
    public Type? Type { get; set; }

    /// <summary>The value; an argument object for an argument. Null, the default, leaves an argument unbound.</summary>
    public object? Value { get; set; }

    /// <inheritdoc/>
    public override string ToString() => $"{Name} ({Type})";
}
