namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Whether a value is needed.</summary>
public enum ValidationOption
{
    /// <summary>It is not looked at.</summary>
    None,

    /// <summary>It can be missing.</summary>
    Optional,

    /// <summary>It cannot be missing.</summary>
    Required,
}

/// <summary>Says how designers validate a property. It has no effect here.</summary>
/// <param name="validationOption">Whether a value is needed.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ValidationOptionAttribute(ValidationOption validationOption) : Attribute
{
    /// <summary>Whether a value is needed.</summary>
    public ValidationOption ValidationOption { get; } = validationOption;
}

/// <summary>Names the class that validates an activity in designers. It has no effect here.</summary>
/// <param name="validatorType">The class.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class ActivityValidatorAttribute(Type validatorType) : Attribute
{
    /// <summary>The class.</summary>
    public Type ValidatorType { get; } = validatorType;
}

/// <summary>Names the class that generates code for an activity in designers. It has no effect here.</summary>
/// <param name="codeGeneratorType">The class.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ActivityCodeGeneratorAttribute(Type codeGeneratorType) : Attribute
{
    /// <summary>The class.</summary>
    public Type CodeGeneratorType { get; } = codeGeneratorType;
}
