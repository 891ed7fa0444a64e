using System.ComponentModel;

namespace Workflow;

/// <summary>Describes one property of one dynamic activity.</summary>
internal sealed class DynamicPropertyDescriptor(DynamicActivityProperty property)
    : PropertyDescriptor(string.IsNullOrEmpty(property.Name) ? "unnamed" : property.Name, [.. property.Attributes])
{
    public override Type ComponentType => typeof(IDynamicActivity);

    public override bool IsReadOnly => false;

    public override Type PropertyType => property.Type ?? typeof(object);

    public override bool CanResetValue(object component) => property.Value is not null;

    public override object? GetValue(object? component) => property.Value;

    public override void SetValue(object? component, object? value) => property.Value = value;

    public override void ResetValue(object component) => property.Value = null;

    public override bool ShouldSerializeValue(object component) => property.Value is not null;
}
