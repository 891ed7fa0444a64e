using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Converts callbacks to the names of methods of their activity, and back. The name of the class precedes the name of the method when a base class declares the method. It is
/// compared only with the base classes of the activity, never used to load a type. Thread-safe.
/// </summary>
internal sealed class CallbackNames
{
    private const char Separator = '/';

    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly ConcurrentDictionary<(Type Activity, MethodInfo Method, Type Delegate), string?> _names = [];
    private readonly ConcurrentDictionary<(Activity Activity, string Name, Type Delegate), Delegate?> _callbacks = [];

    /// <summary>The name with which <see cref="Find"/> finds the method; null when it cannot.</summary>
    public string? NameOf(Delegate callback, Activity activity) =>
        _names.GetOrAdd((activity.GetType(), callback.Method, callback.GetType()), Name, activity);

    /// <summary>The callback; null when the activity has no such method.</summary>
    public Delegate? Find(string name, Activity activity, Type delegateType)
    {
        // Only callbacks that were found are cached: names come from saved data, which may contain any number of unknown names.
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

    /// <summary>Closes a generic method with the type arguments of the delegate, which is the type of a result.</summary>
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
            // The types violate a constraint of the method, so it is not the callback.
            return null;
        }
    }
}
