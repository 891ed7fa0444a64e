using System.Reflection;

namespace Workflow.Testing;

/// <summary>Sets the arguments of a replacement to those of the original activity.</summary>
internal static class ReplacedArguments
{
    public static void Move(Activity original, Activity replacement)
    {
        foreach (PropertyInfo property in original.GetType().GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            if (!typeof(Argument).IsAssignableFrom(property.PropertyType) || property.GetIndexParameters().Length > 0
                || property.GetValue(original) is not Argument { Expression: not null } bound
                || Find(replacement, property.Name) is not { CanWrite: true } target
                || target.GetValue(replacement) is Argument { Expression: not null })
            {
                continue;
            }

            if (!target.PropertyType.IsInstanceOfType(bound))
            {
                throw new WorkflowTestException(
                    $"The argument '{property.Name}' of {MemberPlaces.Describe(original)} is an {Name(bound)}, and that of its replacement '{replacement.DisplayName}' is of type "
                    + $"'{target.PropertyType}'; give both the same type and direction, or set the argument of the replacement.");
            }

            target.SetValue(replacement, bound);
        }
    }

    /// <summary>
    /// Returns the argument property with a name. Takes the first match, which belongs to the most derived class: 'Result' hides a property of the base class.
    /// </summary>
    private static PropertyInfo? Find(Activity replacement, string name) => Array.Find(
        replacement.GetType().GetProperties(BindingFlags.Instance | BindingFlags.Public),
        property => property.Name == name && typeof(Argument).IsAssignableFrom(property.PropertyType));

    private static string Name(Argument argument) => $"'{argument.Direction}' argument of type '{argument.ArgumentType}'";
}
