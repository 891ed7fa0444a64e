namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>How designers show a member. It has no effect here.</summary>
public enum ValidationVisibility
{
    /// <summary>It is shown if it is not empty.</summary>
    Optional,

    /// <summary>It is shown.</summary>
    Required,

    /// <summary>It is not shown.</summary>
    Hidden,
}

/// <summary>Says how designers show a member. It has no effect here.</summary>
/// <param name="visibility">How it is shown.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class ValidationVisibilityAttribute(ValidationVisibility visibility) : Attribute
{
    /// <summary>How the member is shown.</summary>
    public ValidationVisibility Visibility { get; } = visibility;
}

/// <summary>Says that an activity can contain transactions. It has no effect here.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class SupportsTransactionAttribute : Attribute;

/// <summary>Says that an activity can contain locks. It has no effect here.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class SupportsSynchronizationAttribute : Attribute;
