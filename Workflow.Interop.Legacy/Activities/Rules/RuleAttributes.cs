namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>What a path of a rule attribute begins with.</summary>
public enum RuleAttributeTarget
{
    /// <summary>A parameter of the method.</summary>
    Parameter,

    /// <summary>The object that has the member.</summary>
    This,
}

/// <summary>The base class of attributes that say what a method or property does when a rule uses it, so that the rules that depend on it are evaluated again.</summary>
public abstract class RuleAttribute : Attribute
{
    private protected RuleAttribute()
    {
    }
}

/// <summary>The base class of attributes with the path of a member.</summary>
public abstract class RuleReadWriteAttribute : RuleAttribute
{
    private protected RuleReadWriteAttribute(string path, RuleAttributeTarget target)
    {
        Path = path;
        Target = target;
    }

    /// <summary>The member: names with '/' between them; '*' as the last name stands for all members.</summary>
    public string Path { get; }

    /// <summary>What the path begins with.</summary>
    public RuleAttributeTarget Target { get; }
}

/// <summary>Says which member a method or property reads when a rule uses it.</summary>
/// <param name="path">The member: names with '/' between them; '*' as the last name stands for all members.</param>
/// <param name="target">What the path begins with.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleReadAttribute(string path, RuleAttributeTarget target = RuleAttributeTarget.This) : RuleReadWriteAttribute(path, target);

/// <summary>Says which member a method or property changes when a rule uses it.</summary>
/// <param name="path">The member: names with '/' between them; '*' as the last name stands for all members.</param>
/// <param name="target">What the path begins with.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleWriteAttribute(string path, RuleAttributeTarget target = RuleAttributeTarget.This) : RuleReadWriteAttribute(path, target);

/// <summary>Says which other method or property of its object a method or property uses. The attributes of that one count too.</summary>
/// <param name="methodInvoked">The name of the method or property.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleInvokeAttribute(string methodInvoked) : RuleAttribute
{
    /// <summary>The name of the method or property.</summary>
    public string MethodInvoked { get; } = methodInvoked;
}

/// <summary>
/// Allows the rules for a type to name another type: its static members and constructors can be used. Without the attribute rules can name simple types of the framework, and types of
/// the assemblies of the type with the rules, of its base types and of the types of its fields and properties.
/// </summary>
/// <param name="type">The other type.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true)]
public sealed class RuleTypeAttribute(Type type) : Attribute
{
    /// <summary>The other type.</summary>
    public Type Type { get; } = type;
}
