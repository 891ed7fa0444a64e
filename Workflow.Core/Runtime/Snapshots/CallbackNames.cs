using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Callbacks as the names of methods of the activity that they belong to. The name of the class stands before it when a base class declares the method; it is
/// compared with the base classes of the activity, and never looked up elsewhere. Thread-safe.
/// </summary>
internal sealed class CallbackNames
{
    private const char Separator = '/';

    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly ConcurrentDictionary<(Type Activity, MethodInfo Method, Type Delegate), string?> _names = [];
    private readonly ConcurrentDictionary<(Activity Activity, string Name, Type Delegate), Delegate?> _callbacks = [];

    /// <summary>The name by which <see cref="Find"/> finds the method again; null when it would not.</summary>
    public string? NameOf(Delegate callback, Activity activity) =>
        _names.GetOrAdd((activity.GetType(), callback.Method, callback.GetType()), Name, activity);

    /// <summary>The callback; null when the activity has no such method.</summary>
    public Delegate? Find(string name, Activity activity, Type delegateType)
    {
        // Only what was found is kept: names come from data, and there may be any number of wrong ones.
        (Activity, string, Type) key = (activity, name, delegateType);
        if (!_callbacks.TryGetValue(key, out Delegate? callback) && Bind(name, activity, delegateType) is { } bound)
        {
            callback = _callbacks.GetOrAdd(key, bound);
        }

        return callback;
    }

    private static string? Name((Type Activity, MethodInfo Method, Type Delegate) key, Activity activity)
    {
        string name = key.Method.DeclaringType == key.Activity ? key.Method.Name : $"{key.Method.DeclaringType}{Separator}{key.Method.Name}";
        return Bind(name, activity, key.Delegate)?.Method == key.Method ? name : null;
    }

    private static Delegate? Bind(string name, Activity activity, Type delegateType)
    {
        int separator = name.LastIndexOf(Separator);
        Type? declaring = activity.GetType();
        while (separator >= 0 && declaring is not null && !name.AsSpan(0, separator).SequenceEqual(declaring.ToString()))
        {
            declaring = declaring.BaseType;
        }

        Delegate? found = null;
        foreach (MethodInfo method in declaring?.GetMethods(Declared) ?? [])
        {
            if (name.AsSpan(separator + 1).SequenceEqual(method.Name) && TryClose(method, delegateType, out MethodInfo? closed)
                && Delegate.CreateDelegate(delegateType, closed.IsStatic ? null : activity, closed, throwOnBindFailure: false) is { } callback)
            {
                if (found is not null)
                {
                    return null;
                }

                found = callback;
            }
        }

        return found;
    }

    /// <summary>A generic method takes the type that its delegate has: of a result.</summary>
    private static bool TryClose(MethodInfo method, Type delegateType, [NotNullWhen(true)] out MethodInfo? closed)
    {
        closed = method;
        if (method.IsGenericMethodDefinition)
        {
            closed = method.GetGenericArguments().Length == delegateType.GenericTypeArguments.Length ? Close(method, delegateType.GenericTypeArguments) : null;
        }

        return closed is not null;
    }

    private static MethodInfo? Close(MethodInfo method, Type[] types)
    {
        try
        {
            return method.MakeGenericMethod(types);
        }
        catch (ArgumentException)
        {
            // A constraint of the method is not met: it is another one.
            return null;
        }
    }
}
