using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Binds a property to a member of an activity. Each read of the property reads the member. Create a binding while the workflow is being built; it cannot
/// change afterwards.
/// </summary>
public sealed class ActivityBind : DependencyObject
{
    private const string Self = "/Self";
    private const int MostNested = 100;

    [ThreadStatic]
    private static int s_nested;

    /// <summary>Creates a binding without a target.</summary>
    public ActivityBind()
    {
    }

    /// <summary>Binds to an activity itself.</summary>
    /// <param name="name">The name of the activity, or '/Self'.</param>
    public ActivityBind(string name) => Name = name;

    /// <summary>Binds to a member of an activity.</summary>
    /// <param name="name">The name of the activity, or '/Self'.</param>
    /// <param name="path">The names of the members, separated by dots.</param>
    public ActivityBind(string name, string path)
    {
        Name = name;
        Path = path;
    }

    /// <summary>The qualified name of the activity, or '/Self' for the activity that has the binding.</summary>
    public string Name { get; set; } = string.Empty;

    /// <summary>
    /// The names of public or private properties and fields, separated by dots. If the bound property has a delegate type, the last name can also be that of an
    /// event or a method. If the path is empty, the target is the activity itself.
    /// </summary>
    public string Path { get; set; } = string.Empty;

    /// <summary>Reads the member.</summary>
    /// <param name="activity">The activity that has the binding.</param>
    /// <exception cref="InvalidOperationException">There is no such activity or member, or an object before the last member is null.</exception>
    public object? GetRuntimeValue(Activity activity) => GetRuntimeValue(activity, typeof(object));

    /// <summary>Reads the member. If the required type is a delegate type and the member is a method or an event, returns a delegate.</summary>
    /// <param name="activity">The activity that has the binding.</param>
    /// <param name="targetType">The required type.</param>
    /// <exception cref="InvalidOperationException">There is no such activity or member, or an object before the last member is null.</exception>
    public object? GetRuntimeValue(Activity activity, Type targetType)
    {
        ArgumentNullException.ThrowIfNull(activity);
        ArgumentNullException.ThrowIfNull(targetType);
        EnterNested();
        try
        {
            return Read(activity, targetType);
        }
        finally
        {
            s_nested--;
        }
    }

    /// <summary>Sets the member.</summary>
    /// <param name="activity">The activity that has the binding.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="InvalidOperationException">There is no such activity or member, the member cannot be set, or an object before the last member is
    /// null.</exception>
    public void SetRuntimeValue(Activity activity, object? value)
    {
        ArgumentNullException.ThrowIfNull(activity);
        EnterNested();
        try
        {
            Write(activity, value);
        }
        finally
        {
            s_nested--;
        }
    }

    /// <summary>Returns the name and the path.</summary>
    public override string ToString() => Path.Length == 0 ? Name : $"{Name}, {Path}";

    internal InvalidOperationException NoActivity() => new($"The binding to '{this}' belongs to no activity; set it on an activity or on a part of one.");

    /// <summary>
    /// Limits the nesting of bindings, because a bound member can itself be bound. Without the limit, a circular binding would overflow the stack and end the
    /// process.
    /// </summary>
    private void EnterNested()
    {
        if (s_nested == MostNested)
        {
            throw new InvalidOperationException(
                $"The binding to '{this}' leads through more than {MostNested} other bindings, or back to itself; bind to the member that has the value.");
        }

        s_nested++;
    }

    private object? Read(Activity activity, Type targetType)
    {
        object? value = Target(activity);
        string[] names = Names();
        for (int i = 0; i < names.Length; i++)
        {
            object owner = value ?? throw Missing(names[i]);
            value = i == names.Length - 1 && typeof(Delegate).IsAssignableFrom(targetType) && HandlerIn(owner, names[i], targetType) is { } handler
                ? handler
                : Member(owner.GetType(), names[i]) switch
                {
                    PropertyInfo { CanRead: true } property => property.GetValue(owner, BindingFlags.DoNotWrapExceptions, null, null, null),
                    FieldInfo field => field.GetValue(owner),
                    _ => throw Missing(names[i]),
                };
        }

        return value;
    }

    private void Write(Activity activity, object? value)
    {
        string[] names = Names();
        if (names.Length == 0)
        {
            throw new InvalidOperationException($"The binding to '{Name}' has no path, and an activity cannot be set; give it the path of a member.");
        }

        object owner = names.Length == 1
            ? Target(activity)
            : new ActivityBind(Name, string.Join('.', names[..^1])).GetRuntimeValue(activity) ?? throw Missing(names[^1]);
        switch (Member(owner.GetType(), names[^1]))
        {
            case PropertyInfo { CanWrite: true } property:
                property.SetValue(owner, value, BindingFlags.DoNotWrapExceptions, null, null, null);
                break;
            case FieldInfo { IsInitOnly: false, IsLiteral: false } field:
                field.SetValue(owner, value);
                break;
            default:
                throw Missing(names[^1]);
        }
    }

    private static Delegate? HandlerIn(object owner, string name, Type type)
    {
        if (owner is DependencyObject source && DependencyProperty.FromName(name, owner.GetType()) is { IsEvent: true } dependencyEvent)
        {
            return source.HandlersOf(dependencyEvent);
        }

        for (Type? current = owner.GetType(); current is not null; current = current.BaseType)
        {
            const BindingFlags Declared =
                BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            foreach (MethodInfo method in current.GetMethods(Declared).Where(method => method.Name == name))
            {
                if (Delegate.CreateDelegate(type, method.IsStatic ? null : owner, method, throwOnBindFailure: false) is { } handler)
                {
                    return handler;
                }
            }
        }

        return null;
    }

    /// <summary>
    /// Returns the property or field with the specified name from the most derived class that declares it, including private members of base classes.
    /// </summary>
    internal static MemberInfo? Member(Type owner, string name)
    {
        for (Type? type = owner; type is not null; type = type.BaseType)
        {
            const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            MemberInfo? found = (MemberInfo?)type.GetProperty(name, Declared) ?? type.GetField(name, Declared);
            if (found is not null)
            {
                return found;
            }
        }

        return null;
    }

    private string[] Names() => Path.Length == 0 ? [] : Path.Split('.');

    /// <summary>Returns the target activity of the binding, or null if it does not exist.</summary>
    internal Activity? FindTarget(Activity activity) => Name == Self ? activity : activity.GetActivityByName(Name);

    private Activity Target(Activity activity) => FindTarget(activity)
            ?? throw new InvalidOperationException(
                $"The binding of '{activity.QualifiedName}' leads to '{Name}', which does not exist; name an activity of the workflow.");

    private InvalidOperationException Missing(string member) => new(
        $"The binding to '{this}' cannot use '{member}': there is no such member, or the object that has it is null; correct the path.");
}
