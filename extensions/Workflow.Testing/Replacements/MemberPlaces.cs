using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow.Testing;

/// <summary>
/// Finds the members that refer to an activity: a property, a list or a dictionary of another activity, or of a part of it such as a state or a node.
/// </summary>
[UnconditionalSuppressMessage(
    "Trimming", "IL2070", Justification = "Only the methods that request replacements lead here, and they say that they need all members.")]
[UnconditionalSuppressMessage(
    "Trimming", "IL2075", Justification = "Only the methods that request replacements lead here, and they say that they need all members.")]
internal static class MemberPlaces
{
    public static string Describe(Activity activity) => $"'{activity.DisplayName}' ({activity.Id})";

    /// <summary>Replaces an activity in each member of its owner that refers to it. Returns false if there is no such member.</summary>
    public static bool Replace(Activity owner, Activity original, Activity replacement) =>
        Replace(owner, original, replacement, new(ReferenceEqualityComparer.Instance));

    private static bool Replace(object owner, Activity original, Activity replacement, HashSet<object> visited)
    {
        if (!visited.Add(owner))
        {
            return false;
        }

        if (Array.Find(owner.GetType().GetInterfaces(), IsDictionary) is { } dictionary)
        {
            return ReplaceValues((IEnumerable)owner, dictionary, original, replacement, visited);
        }

        return owner is IEnumerable elements
            ? ReplaceElements(elements, original, replacement, visited)
            : ReplaceProperties(owner, original, replacement, visited);
    }

    private static bool ReplaceProperties(object owner, Activity original, Activity replacement, HashSet<object> visited)
    {
        bool isReplaced = false;
        foreach (PropertyInfo property in owner.GetType().GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            if (!property.CanRead || property.GetIndexParameters().Length > 0 || property.PropertyType.IsValueType || property.GetValue(owner) is not { } value)
            {
                continue;
            }

            if (ReferenceEquals(value, original) && property.CanWrite)
            {
                Check(property.PropertyType, original, replacement);
                property.SetValue(owner, replacement);
                isReplaced = true;
            }

            isReplaced |= IsPart(value.GetType()) && Replace(value, original, replacement, visited);
        }

        return isReplaced;
    }

    private static bool ReplaceElements(IEnumerable owner, Activity original, Activity replacement, HashSet<object> visited)
    {
        bool isReplaced = false;
        if (owner is IList { IsFixedSize: false, IsReadOnly: false } list && list.IndexOf(original) is >= 0 and int index)
        {
            Check(Array.Find(list.GetType().GetInterfaces(), IsList)?.GenericTypeArguments[0], original, replacement);
            list[index] = replacement;
            isReplaced = true;
        }

        foreach (object? element in owner.Cast<object?>().ToArray())
        {
            isReplaced |= element is not null && IsPart(element.GetType()) && Replace(element, original, replacement, visited);
        }

        return isReplaced;
    }

    private static bool ReplaceValues(IEnumerable owner, Type dictionary, Activity original, Activity replacement, HashSet<object> visited)
    {
        bool isReplaced = false;
        foreach (object pair in owner.Cast<object>().ToArray())
        {
            object? value = pair.GetType().GetProperty("Value")!.GetValue(pair);
            if (ReferenceEquals(value, original))
            {
                Check(dictionary.GenericTypeArguments[1], original, replacement);
                dictionary.GetProperty("Item")!.SetValue(owner, replacement, [pair.GetType().GetProperty("Key")!.GetValue(pair)]);
                isReplaced = true;
            }

            isReplaced |= value is not null && IsPart(value.GetType()) && Replace(value, original, replacement, visited);
        }

        return isReplaced;
    }

    private static bool IsDictionary(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IDictionary<,>);

    private static bool IsList(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IList<>);

    private static void Check(Type? place, Activity original, Activity replacement)
    {
        if (place is not null && !place.IsInstanceOfType(replacement))
        {
            throw new WorkflowTestException(
                $"The place of {Describe(original)} is of type '{place}', and its replacement '{replacement.DisplayName}' is a '{replacement.GetType()}'; return an activity that fits.");
        }
    }

    /// <summary>
    /// Returns true if objects of the type are parts of the activity that refers to them. Other activities are searched separately, and types of .NET other
    /// than collections contain no activities.
    /// </summary>
    private static bool IsPart(Type type) =>
        !typeof(Activity).IsAssignableFrom(type) && !typeof(Delegate).IsAssignableFrom(type)
        && (type.Namespace is not { } name || !(name == "System" || name.StartsWith("System.", StringComparison.Ordinal))
            || (type.IsGenericType && typeof(IEnumerable).IsAssignableFrom(type)));
}
