namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Specifies if a value is required.</summary>
public enum ValidationOption
{
    /// <summary>The value is not checked.</summary>
    None,

    /// <summary>The value is optional.</summary>
    Optional,

    /// <summary>The value is required.</summary>
    Required,
}

/// <summary>Specifies how designers validate a property. This package ignores the attribute.</summary>
/// <param name="validationOption">Specifies if a value is required.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ValidationOptionAttribute(ValidationOption validationOption) : Attribute
{
    /// <summary>Specifies if a value is required.</summary>
    public ValidationOption ValidationOption { get; } = validationOption;
}

/// <summary>
/// Names the class that validates an activity in designers. The runtime ignores the attribute; <see cref="ValidationManager.GetValidators"/> reads it.
/// </summary>
/// <param name="validatorType">The class.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class ActivityValidatorAttribute(Type validatorType) : Attribute
{
    /// <summary>The class.</summary>
    public Type ValidatorType { get; } = validatorType;
}

/// <summary>Names the class that generates code for an activity in designers. This package ignores the attribute.</summary>
/// <param name="codeGeneratorType">The class.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ActivityCodeGeneratorAttribute(Type codeGeneratorType) : Attribute
{
    /// <summary>The class.</summary>
    public Type CodeGeneratorType { get; } = codeGeneratorType;
}
