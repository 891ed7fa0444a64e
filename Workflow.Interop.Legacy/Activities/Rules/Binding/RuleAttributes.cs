namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Specifies the element with which the path of a rule attribute begins.</summary>
public enum RuleAttributeTarget
{
    /// <summary>The path begins with a parameter of the method.</summary>
    Parameter,

    /// <summary>The path begins with a member of the object that has the attributed method or property.</summary>
    This,
}

/// <summary>
/// The base class of attributes that declare the effects of a method or property that a rule uses. Rules that read a changed member are evaluated again.
/// </summary>
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

    /// <summary>The path of the member: names separated by '/'. '*' as the last name stands for all members.</summary>
    public string Path { get; }

    /// <summary>The element with which the path begins.</summary>
    public RuleAttributeTarget Target { get; }
}

/// <summary>Declares a member that a method or property reads when a rule uses the method or property.</summary>
/// <param name="path">The path of the member: names separated by '/'. '*' as the last name stands for all members.</param>
/// <param name="target">The element with which the path begins.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleReadAttribute(string path, RuleAttributeTarget target = RuleAttributeTarget.This) : RuleReadWriteAttribute(path, target);

/// <summary>Declares a member that a method or property changes when a rule uses the method or property.</summary>
/// <param name="path">The path of the member: names separated by '/'. '*' as the last name stands for all members.</param>
/// <param name="target">The element with which the path begins.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleWriteAttribute(string path, RuleAttributeTarget target = RuleAttributeTarget.This) : RuleReadWriteAttribute(path, target);

/// <summary>Declares another method or property of the same object that a method or property uses. The attributes of the other member apply, too.</summary>
/// <param name="methodInvoked">The name of the other method or property.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
public sealed class RuleInvokeAttribute(string methodInvoked) : RuleAttribute
{
    /// <summary>The name of the other method or property.</summary>
    public string MethodInvoked { get; } = methodInvoked;
}

/// <summary>
/// Allows the rules of a type to use the static members and constructors of another type. Without the attribute, rules can use simple types of the framework,
/// and types in the assemblies of the type with the rules, of its base types, and of the types of its fields and properties.
/// </summary>
/// <param name="type">The other type.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true)]
public sealed class RuleTypeAttribute(Type type) : Attribute
{
    /// <summary>The other type.</summary>
    public Type Type { get; } = type;
}
