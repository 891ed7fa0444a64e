using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow;

/// <summary>Inputs of a workflow from the properties of an object.</summary>
public static class WorkflowInputs
{
    /// <summary>Reads the public properties of an object, such as one of an anonymous type. Indexers and properties without a getter are left out.</summary>
    /// <typeparam name="T">The type whose properties are read, those of its base classes included. Its name is not part of the inputs.</typeparam>
    /// <param name="inputs">The object.</param>
    /// <returns>A new dictionary, for example for <see cref="WorkflowInvoker.Invoke(Activity, IDictionary{string, object?})"/>.</returns>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="ArgumentException">The object is a collection, a text or a number, which is one value and not a set of inputs.</exception>
    public static IDictionary<string, object?> From<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(T inputs)
        where T : notnull
    {
        ArgumentNullException.ThrowIfNull(inputs);
        if (typeof(T).IsPrimitive || inputs is string or decimal or System.Collections.IEnumerable)
        {
            throw new ArgumentException($"A '{typeof(T)}' is one value; pass an object that has a property for each input, such as new {{ Order = order }}, or pass a dictionary as it is.", nameof(inputs));
        }

        Dictionary<string, object?> values = [];
        foreach (PropertyInfo property in typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (property.GetMethod is { IsPublic: true } && property.GetIndexParameters().Length == 0)
            {
                // The first is that of the most derived class, which may hide another.
                values.TryAdd(property.Name, property.GetValue(inputs));
            }
        }

        return values;
    }
}
