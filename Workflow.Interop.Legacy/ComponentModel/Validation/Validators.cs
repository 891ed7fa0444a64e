namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>The base class of validators. The runtime does not call validators of applications; code that builds workflows can call them.</summary>
public class Validator
{
    /// <summary>Checks an object. The base class finds nothing.</summary>
    /// <param name="manager">The provider of services.</param>
    /// <param name="obj">The object.</param>
    /// <returns>A new collection, to which a derived class adds its findings.</returns>
    public virtual ValidationErrorCollection Validate(ValidationManager manager, object obj)
    {
        ArgumentNullException.ThrowIfNull(manager);
        ArgumentNullException.ThrowIfNull(obj);
        return ValidateProperties(manager, obj);
    }

    /// <summary>Checks the properties of an object. The base class finds nothing.</summary>
    /// <param name="manager">The provider of services.</param>
    /// <param name="obj">The object.</param>
    /// <returns>A new collection.</returns>
    public virtual ValidationErrorCollection ValidateProperties(ValidationManager manager, object obj)
    {
        ArgumentNullException.ThrowIfNull(manager);
        ArgumentNullException.ThrowIfNull(obj);
        return [];
    }
}

/// <summary>The base class of validators of objects with dependency properties.</summary>
public class DependencyObjectValidator : Validator
{
}

/// <summary>The base class of validators of conditions.</summary>
public class ConditionValidator : DependencyObjectValidator
{
}

/// <summary>The base class of validators of activities.</summary>
public class ActivityValidator : DependencyObjectValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is not an activity.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj)
    {
        ArgumentNullException.ThrowIfNull(obj);
        return obj is Activity
            ? base.Validate(manager, obj)
            : throw new ArgumentException($"The object is a '{obj.GetType()}', which is no activity; validate it with another validator.", nameof(obj));
    }
}

/// <summary>The base class of validators of activities with children.</summary>
public class CompositeActivityValidator : ActivityValidator
{
    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The object is not a composite activity.</exception>
    public override ValidationErrorCollection Validate(ValidationManager manager, object obj)
    {
        ArgumentNullException.ThrowIfNull(obj);
        return obj is CompositeActivity
            ? base.Validate(manager, obj)
            : throw new ArgumentException($"The object is a '{obj.GetType()}', which has no children; validate it with another validator.", nameof(obj));
    }
}

/// <summary>Provides validators with services and options during a validation.</summary>
public sealed class ValidationManager : IServiceProvider
{
    private readonly IServiceProvider _services;

    /// <summary>Creates a manager for activities and their children.</summary>
    /// <param name="serviceProvider">The provider of the services.</param>
    public ValidationManager(IServiceProvider serviceProvider)
        : this(serviceProvider, validateChildActivities: true)
    {
    }

    /// <summary>Creates a manager.</summary>
    /// <param name="serviceProvider">The provider of the services.</param>
    /// <param name="validateChildActivities">True to validate children, too.</param>
    public ValidationManager(IServiceProvider serviceProvider, bool validateChildActivities)
    {
        ArgumentNullException.ThrowIfNull(serviceProvider);
        _services = serviceProvider;
        ValidateChildActivities = validateChildActivities;
    }

    /// <summary>True if children are validated, too. Validators interpret this option.</summary>
    public bool ValidateChildActivities { get; }

    /// <summary>Returns the service of the specified type, or null.</summary>
    /// <param name="serviceType">The type of the service.</param>
    public object? GetService(Type serviceType) => _services.GetService(serviceType);

    /// <summary>Creates the validators that a class and its base classes name in <see cref="ActivityValidatorAttribute"/>.</summary>
    /// <param name="type">The class.</param>
    /// <exception cref="InvalidOperationException">A named type is not a validator, or has no public parameterless constructor.</exception>
    public Validator[] GetValidators(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return [.. type.GetCustomAttributes(typeof(ActivityValidatorAttribute), inherit: true)
            .Cast<ActivityValidatorAttribute>()
            .Select(attribute => Create(type, attribute.ValidatorType))];
    }

    private static Validator Create(Type type, Type validator) =>
        typeof(Validator).IsAssignableFrom(validator) && !validator.IsAbstract && validator.GetConstructor(Type.EmptyTypes) is not null
            ? (Validator)Activator.CreateInstance(validator)!
            : throw new InvalidOperationException(
                $"'{type}' names the validator '{validator}', of which no object can be made; name a class that derives from Validator and has a public constructor without parameters.");
}
