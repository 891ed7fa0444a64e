namespace Workflow;

/// <summary>Leaving the argument unbound is a validation error (rule 12.4); for a root, a missing input is an <see cref="ArgumentException"/>.</summary>
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
