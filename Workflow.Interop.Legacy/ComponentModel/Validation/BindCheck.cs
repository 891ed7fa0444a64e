using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Finds bindings to an activity or a member that does not exist.</summary>
internal static class BindCheck
{
    public static IEnumerable<ActivityProblem> Problems(Activity activity)
    {
        Stack<DependencyObject> parts = new([activity, .. activity.Parameters?.AsEnumerable() ?? []]);
        while (parts.TryPop(out DependencyObject? part))
        {
            foreach ((DependencyProperty key, object? value) in part.Meta)
            {
                if (value is ActivityBind bind)
                {
                    string property = part is WorkflowParameterBinding parameter ? parameter.ParameterName : key.Name;
                    if (ProblemOf(activity, bind, key.PropertyType, property) is { } problem)
                    {
                        yield return problem;
                    }
                }
                else if (PropertyBag.IsOwned(value))
                {
                    parts.Push((DependencyObject)value!);
                }
            }
        }
    }

    private static ActivityProblem? ProblemOf(Activity activity, ActivityBind bind, Type type, string property)
    {
        if (bind.Name.Length == 0)
        {
            return new($"has a binding of '{property}' without a name; name the activity", ErrorNumbers.BindWithoutName, property);
        }

        if (bind.FindTarget(activity) is not { } target)
        {
            return new(
                $"binds '{property}' to '{bind.Name}', which does not exist; name an activity of the workflow",
                bind.Name.StartsWith('/') ? ErrorNumbers.BindToUnknownRelative : ErrorNumbers.BindToUnknownActivity,
                property);
        }

        string[] names = bind.Path.Length == 0 ? [] : bind.Path.Split('.');
        return Missing(target.GetType(), names, type) is not { } missing
            ? null
            : new(
                $"binds '{property}' to '{bind}', and there is no member '{names[missing]}'; correct the path",
                missing == 0 ? ErrorNumbers.BindToUnknownFirstMember : ErrorNumbers.BindToUnknownMember,
                property);
    }

    /// <summary>Returns the index of the first member that a type does not have; null if all members exist or cannot be determined.</summary>
    private static int? Missing(Type owner, string[] names, Type type)
    {
        for (int i = 0; i < names.Length; i++)
        {
            // The members of the actual object are known only at run time.
            if (owner == typeof(object) || owner.IsInterface)
            {
                return null;
            }

            if (i == names.Length - 1 && typeof(Delegate).IsAssignableFrom(type) && HasHandler(owner, names[i]))
            {
                return null;
            }

            switch (ActivityBind.Member(owner, names[i]))
            {
                case PropertyInfo property:
                    owner = property.PropertyType;
                    break;
                case FieldInfo field:
                    owner = field.FieldType;
                    break;
                default:
                    return i;
            }
        }

        return null;
    }

    private static bool HasHandler(Type owner, string name)
    {
        const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        for (Type? level = owner; level is not null; level = level.BaseType)
        {
            if (Array.Exists(level.GetMethods(Declared), method => method.Name == name) || level.GetEvent(name, Declared) is not null)
            {
                return true;
            }
        }

        return typeof(DependencyObject).IsAssignableFrom(owner) && DependencyProperty.FromName(name, owner) is { IsEvent: true };
    }
}
