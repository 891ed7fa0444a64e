using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow;

/// <summary>Creates the inputs of a workflow from the properties of an object.</summary>
public static class WorkflowInputs
{
    /// <summary>
    /// Reads the public properties of an object, such as one of an anonymous type. Indexers and properties without a public getter are omitted.
    /// </summary>
    /// <typeparam name="T">
    /// The type whose properties are read, including those of its base classes. The name of the type is not part of the inputs.
    /// </typeparam>
    /// <param name="inputs">The object.</param>
    /// <returns>A new dictionary, for example for <see cref="WorkflowInvoker.Invoke(Activity, IDictionary{string, object?})"/>.</returns>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="ArgumentException">
    /// The type is <see cref="object"/>, a collection, a string, a number or a tuple, or has no public properties, and therefore does not represent a set of
    /// inputs.
    /// </exception>
    public static IDictionary<string, object?> From<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(T inputs)
        where T : notnull => From(inputs, typeof(T));

    /// <summary>Reads the public properties of an object whose type is known only at run time.</summary>
    /// <param name="inputs">The object.</param>
    /// <param name="type">The type whose properties are read: the type of the object or a base class.</param>
    /// <returns>A new dictionary.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">
    /// The object is not of the type; or the type is <see cref="object"/>, a collection, a string, a number or a tuple, or has no public properties, and
    /// therefore does not represent a set of inputs.
    /// </exception>
    public static IDictionary<string, object?> From(object inputs, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] Type type)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        ArgumentNullException.ThrowIfNull(type);
        if (!type.IsInstanceOfType(inputs))
        {
            throw new ArgumentException($"The inputs are a '{inputs.GetType()}', not a '{type}'; pass their own type.", nameof(type));
        }

        // A tuple is rejected because the names of its elements do not exist at run time.
        if (type == typeof(object)
            || type.IsPrimitive
            || inputs is string or decimal or System.Collections.IEnumerable or System.Runtime.CompilerServices.ITuple)
        {
            throw new ArgumentException(
                $"A '{type}' is no set of inputs; pass an object that has a property for each input, such as new {{ Order = order }}, or pass a dictionary as it is.",
                nameof(inputs));
        }

        Dictionary<string, object?> values = [];
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (property.GetMethod is { IsPublic: true } && property.GetIndexParameters().Length == 0)
            {
                // Reflection returns the property of the most derived class first; it hides one of the same name in a base class.
                values.TryAdd(property.Name, property.GetValue(inputs));
            }
        }

        return values.Count > 0 ? values : throw new ArgumentException(
            $"A '{type}' has no public properties, so it is no set of inputs; pass an object that has a property for each input, such as new {{ Order = order }}, or null for none.",
            nameof(inputs));
    }
}
