namespace Workflow;

/// <summary>Makes an unbound argument a validation error (rule 12.4). For a root, a missing input causes an <see cref="ArgumentException"/>.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class RequiredArgumentAttribute : Attribute
{
    /// <summary>Initializes the attribute.</summary>
    public RequiredArgumentAttribute()
    {
    }

    /// <inheritdoc/>
    public override object TypeId => this;
}
