using System.Collections.Concurrent;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The key of a value that a <see cref="DependencyObject"/> stores. An owner type registers each name once. Thread-safe.</summary>
public sealed class DependencyProperty
{
    private static readonly WeakCache<Type, ConcurrentDictionary<string, DependencyProperty>> Registered = new(static _ => new(StringComparer.Ordinal));

    private DependencyProperty(string name, Type propertyType, Type ownerType, PropertyMetadata metadata, Type? validatorType, bool isAttached)
    {
        Name = name;
        PropertyType = propertyType;
        OwnerType = ownerType;
        DefaultMetadata = metadata;
        ValidatorType = validatorType;
        IsAttached = isAttached;
        IsEvent = typeof(Delegate).IsAssignableFrom(propertyType) && !metadata.Has(DependencyPropertyOptions.DelegateProperty);
    }

    /// <summary>The name of the property or event.</summary>
    public string Name { get; }

    /// <summary>The type of the values; for an event, the type of the handlers.</summary>
    public Type PropertyType { get; }

    /// <summary>The type that registered the property.</summary>
    public Type OwnerType { get; }

    /// <summary>The default value and the options of the property.</summary>
    public PropertyMetadata DefaultMetadata { get; }

    /// <summary>The type that validates values at design time, or null. The runtime does not use it.</summary>
    public Type? ValidatorType { get; }

    /// <summary>True if objects of types other than <see cref="OwnerType"/> can have a value.</summary>
    public bool IsAttached { get; }

    /// <summary>
    /// True if the property is an event: its type is a delegate type, and it was not registered with <see cref="DependencyPropertyOptions.DelegateProperty"/>.
    /// </summary>
    public bool IsEvent { get; }

    /// <summary>Registers a property or an event without metadata.</summary>
    /// <param name="name">The name. The owner must have a static field with this name followed by 'Property' (or 'Event').</param>
    /// <param name="propertyType">The type of the values, or of the handlers of an event.</param>
    /// <param name="ownerType">The type that declares the property.</param>
    /// <exception cref="ArgumentException">The owner has no such field.</exception>
    /// <exception cref="InvalidOperationException">The owner has already registered the name.</exception>
    public static DependencyProperty Register(string name, Type propertyType, Type ownerType) =>
        Register(name, propertyType, ownerType, new PropertyMetadata());

    /// <inheritdoc cref="Register(string, Type, Type)"/>
    /// <summary>Registers a property or an event.</summary>
    /// <param name="name">The name. The owner must have a static field with this name followed by 'Property' (or 'Event').</param>
    /// <param name="propertyType">The type of the values, or of the handlers of an event.</param>
    /// <param name="ownerType">The type that declares the property.</param>
    /// <param name="defaultMetadata">The default value and the options.</param>
    public static DependencyProperty Register(string name, Type propertyType, Type ownerType, PropertyMetadata defaultMetadata) =>
        Add(name, propertyType, ownerType, defaultMetadata, validatorType: null, isAttached: false);

    /// <inheritdoc cref="Register(string, Type, Type)"/>
    /// <summary>Registers an attached property, which objects of all types can have, without metadata.</summary>
    public static DependencyProperty RegisterAttached(string name, Type propertyType, Type ownerType) =>
        RegisterAttached(name, propertyType, ownerType, new PropertyMetadata());

    /// <inheritdoc cref="Register(string, Type, Type, PropertyMetadata)"/>
    /// <summary>Registers an attached property, which objects of all types can have.</summary>
    public static DependencyProperty RegisterAttached(string name, Type propertyType, Type ownerType, PropertyMetadata defaultMetadata) =>
        Add(name, propertyType, ownerType, defaultMetadata, validatorType: null, isAttached: true);

    /// <summary>Registers an attached property, which objects of all types can have, and a type that validates its values at design time.</summary>
    /// <param name="name">The name. The owner must have a static field with this name followed by 'Property' (or 'Event').</param>
    /// <param name="propertyType">The type of the values, or of the handlers of an event.</param>
    /// <param name="ownerType">The type that declares the property.</param>
    /// <param name="defaultMetadata">The default value and the options.</param>
    /// <param name="validatorType">The type that validates values, or null. The runtime does not use it.</param>
    /// <exception cref="ArgumentException">The owner has no such field.</exception>
    /// <exception cref="InvalidOperationException">The owner has already registered the name.</exception>
    public static DependencyProperty RegisterAttached(string name, Type propertyType, Type ownerType, PropertyMetadata defaultMetadata, Type? validatorType) =>
        Add(name, propertyType, ownerType, defaultMetadata, validatorType, isAttached: true);

    /// <summary>Returns the property or event with the specified name that a type or one of its base types has registered, or null if there is none.</summary>
    /// <param name="propertyName">The name.</param>
    /// <param name="ownerType">The type at which the search starts.</param>
    public static DependencyProperty? FromName(string propertyName, Type ownerType)
    {
        ArgumentNullException.ThrowIfNull(propertyName);
        ArgumentNullException.ThrowIfNull(ownerType);
        for (Type? type = ownerType; type is not null; type = type.BaseType)
        {
            // The static fields of a type register its properties. They may not be initialized yet if no object of the type exists.
            System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(type.TypeHandle);
            if (Registered.Of(type).TryGetValue(propertyName, out DependencyProperty? found))
            {
                return found;
            }
        }

        return null;
    }

    /// <summary>Returns the name.</summary>
    public override string ToString() => Name;

    private static DependencyProperty Add(string name, Type propertyType, Type ownerType, PropertyMetadata metadata, Type? validatorType, bool isAttached)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(propertyType);
        ArgumentNullException.ThrowIfNull(ownerType);
        ArgumentNullException.ThrowIfNull(metadata);
        DependencyProperty property = new(name, propertyType, ownerType, metadata, validatorType, isAttached);
        string field = name + (property.IsEvent ? "Event" : "Property");
        if (ownerType.GetField(field, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic) is null)
        {
            throw new ArgumentException(
                $"The type '{ownerType}' has no static field '{field}'; declare the field and register '{name}' in its initializer.", nameof(name));
        }

        return Registered.Of(ownerType).TryAdd(name, property)
            ? property
            : throw new InvalidOperationException($"The type '{ownerType}' has registered '{name}' before; register each name once.");
    }
}
