using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Binds a property to a member of an activity: the member is read whenever the property is. Bind while the workflow is put together; afterwards a binding does not change.
/// </summary>
public sealed class ActivityBind : DependencyObject
{
    private const string Self = "/Self";
    private const int MostNested = 100;

    [ThreadStatic]
    private static int s_nested;

    /// <summary>Makes a binding that leads nowhere yet.</summary>
    public ActivityBind()
    {
    }

    /// <summary>Binds to an activity itself.</summary>
    /// <param name="name">The name of the activity, or '/Self'.</param>
    public ActivityBind(string name) => Name = name;

    /// <summary>Binds to a member of an activity.</summary>
    /// <param name="name">The name of the activity, or '/Self'.</param>
    /// <param name="path">Members, with dots between them.</param>
    public ActivityBind(string name, string path)
    {
        Name = name;
        Path = path;
    }

    /// <summary>The qualified name of the activity, or '/Self' for the activity that has the binding.</summary>
    public string Name { get; set; } = string.Empty;

    /// <summary>Public or private properties and fields, with dots between them; for an event, an event or a method. Empty: the activity itself.</summary>
    public string Path { get; set; } = string.Empty;

    /// <summary>Reads the member.</summary>
    /// <param name="activity">The activity that has the binding.</param>
    /// <exception cref="InvalidOperationException">There is no such activity or member, or an object before the last member is null.</exception>
    public object? GetRuntimeValue(Activity activity) => GetRuntimeValue(activity, typeof(object));

    /// <summary>Reads the member; makes a delegate if it is a method or an event.</summary>
    /// <param name="activity">The activity that has the binding.</param>
    /// <param name="targetType">The type that is needed.</param>
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
    /// <exception cref="InvalidOperationException">There is no such activity or member, it cannot be set, or an object before the last member is null.</exception>
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

    /// <summary>The name and the path.</summary>
    public override string ToString() => Path.Length == 0 ? Name : $"{Name}, {Path}";

    internal InvalidOperationException NoActivity() => new($"The binding to '{this}' belongs to no activity; set it on an activity or on a part of one.");

    /// <summary>A member to which a binding leads may be bound itself. Bindings that lead back would exhaust the stack, which ends the process.</summary>
    private void EnterNested()
    {
        if (s_nested == MostNested)
        {
            throw new InvalidOperationException($"The binding to '{this}' leads through more than {MostNested} other bindings, or back to itself; bind to the member that has the value.");
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
            const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
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

    /// <summary>The property or field: the most derived one, private ones of base classes too.</summary>
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

    /// <summary>The activity to which the binding leads, or null.</summary>
    internal Activity? FindTarget(Activity activity) => Name == Self ? activity : activity.GetActivityByName(Name);

    private Activity Target(Activity activity) => FindTarget(activity)
        ?? throw new InvalidOperationException($"The binding of '{activity.QualifiedName}' leads to '{Name}', which does not exist; name an activity of the workflow.");

    private InvalidOperationException Missing(string member) => new($"The binding to '{this}' cannot use '{member}': there is no such member, or the object that has it is null; correct the path.");
}
