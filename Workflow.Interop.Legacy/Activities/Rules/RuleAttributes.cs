namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>What a path of a rule attribute begins with.</summary>
public enum RuleAttributeTarget
{
    /// <summary>A parameter of the method.</summary>
    Parameter,

    /// <summary>The object that has the member.</summary>
    This,
}

/// <summary>Says which member a method or property reads when a rule uses it. It has no effect here.</summary>
/// <param name="path">The member.</param>
/// <param name="target">What the path begins with.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleReadAttribute(string path, RuleAttributeTarget target = RuleAttributeTarget.This) : Attribute
{
    /// <summary>The member.</summary>
    public string Path { get; } = path;

    /// <summary>What the path begins with.</summary>
    public RuleAttributeTarget Target { get; } = target;
}

/// <summary>Says which member a method or property changes when a rule uses it. It has no effect here.</summary>
/// <param name="path">The member.</param>
/// <param name="target">What the path begins with.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleWriteAttribute(string path, RuleAttributeTarget target = RuleAttributeTarget.This) : Attribute
{
    /// <summary>The member.</summary>
    public string Path { get; } = path;

    /// <summary>What the path begins with.</summary>
    public RuleAttributeTarget Target { get; } = target;
}
