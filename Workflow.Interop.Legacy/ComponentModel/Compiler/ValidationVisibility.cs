namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Specifies how designers show a member. This package ignores it.</summary>
public enum ValidationVisibility
{
    /// <summary>The member is shown if it is not empty.</summary>
    Optional,

    /// <summary>The member is shown.</summary>
    Required,

    /// <summary>The member is not shown.</summary>
    Hidden,
}

/// <summary>Specifies how designers show a member. This package ignores the attribute.</summary>
/// <param name="visibility">The visibility of the member.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class ValidationVisibilityAttribute(ValidationVisibility visibility) : Attribute
{
    /// <summary>The visibility of the member.</summary>
    public ValidationVisibility Visibility { get; } = visibility;
}

/// <summary>Marks an activity that can contain transactions. This package ignores the attribute.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class SupportsTransactionAttribute : Attribute;

/// <summary>Marks an activity that can contain locks. This package ignores the attribute.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class SupportsSynchronizationAttribute : Attribute;
