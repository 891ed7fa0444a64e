using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow;

/// <summary>Describes a dynamic activity for the walk over a definition and for tools.</summary>
internal sealed class DynamicTypeDescriptor(Activity owner) : CustomTypeDescriptor
{
    public string? Name { get; set; }

    public Collection<Attribute> Attributes { get; } = [];

    public DynamicProperties Properties { get; } = [];

    public override AttributeCollection GetAttributes() => new([.. Attributes]);

    public override string? GetClassName() => Name;

    public override string? GetComponentName() => owner.DisplayName;

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    public override PropertyDescriptorCollection GetProperties() =>
        new([.. Properties.Select(property => new DynamicPropertyDescriptor(property))], readOnly: true);

    [RequiresUnreferencedCode(TrimmingNotes.Descriptors)]
    public override PropertyDescriptorCollection GetProperties(Attribute[]? attributes) => attributes is null or []
        ? GetProperties()
        : new PropertyDescriptorCollection(
            [.. GetProperties().Cast<PropertyDescriptor>().Where(property => Array.TrueForAll(attributes, property.Attributes.Contains))], readOnly: true);

    public override object GetPropertyOwner(PropertyDescriptor? pd) => owner;
}
