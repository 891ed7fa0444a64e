using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Converts callbacks to the names of methods of their activity, and back. If several base classes of the activity have such a method, the name of the class
/// precedes the name of the method. The name of the class is only compared with the base classes of the activity, and never used to load a type. Thread-safe.
/// </summary>
internal sealed class CallbackNames
{
    private const char Separator = '/';

    private const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly ConcurrentDictionary<(Type Activity, MethodInfo Method, Type Delegate), string?> _names = [];
    private readonly ConcurrentDictionary<(Activity Activity, string Name, Type Delegate), Delegate?> _callbacks = [];

    /// <summary>Returns the name with which <see cref="Find"/> finds the method; null if there is none.</summary>
    public string? NameOf(Delegate callback, Activity activity) =>
        _names.GetOrAdd((activity.GetType(), callback.Method, callback.GetType()), Name, activity);

    /// <summary>Returns the callback; null if the activity has no such method.</summary>
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

    /// <summary>Returns the shortest name that leads back to the method; null if there is none.</summary>
    private static string? Name((Type Activity, MethodInfo Method, Type Delegate) key, Activity activity)
    {
        if (key.Method.DeclaringType is not { } declaring || !declaring.IsAssignableFrom(key.Activity))
        {
            return null;
        }

        string name = CompiledNames.Of(key.Method, declaring.GetMethods(Declared));
        string[] names = [name, $"{TypeNames.Of(declaring)}{Separator}{name}", $"{declaring}{Separator}{name}"];
        return Array.Find(names, candidate => Bind(candidate, activity, key.Delegate)?.Method == key.Method);
    }

    private static Delegate? Bind(string name, Activity activity, Type delegateType)
    {
        int separator = name.LastIndexOf(Separator);
        List<Delegate> found = [];
        for (Type? declaring = activity.GetType(); declaring is not null && declaring != typeof(object); declaring = declaring.BaseType)
        {
            if (separator < 0
                || name.AsSpan(0, separator).SequenceEqual(TypeNames.Of(declaring))
                || name.AsSpan(0, separator).SequenceEqual(declaring.ToString()))
            {
                Collect(declaring, name[(separator + 1)..], activity, delegateType, found);
            }
        }

        return found.Count == 1 ? found[0] : null;
    }

    private static void Collect(Type declaring, string name, Activity activity, Type delegateType, List<Delegate> found)
    {
        MethodInfo[] methods = declaring.GetMethods(Declared);
        foreach (MethodInfo method in methods)
        {
            // A delegate to a virtual method calls the last override, which was found before.
            if (CompiledNames.IsNamed(method, name, methods) && TryClose(method, delegateType, out MethodInfo? closed)
                && Delegate.CreateDelegate(delegateType, closed.IsStatic ? null : activity, closed, throwOnBindFailure: false) is { } callback
                && !found.Exists(known => known.Method.GetBaseDefinition() == closed.GetBaseDefinition()))
            {
                found.Add(callback);
            }
        }
    }

    /// <summary>Closes a generic method with the type argument of the delegate type, which is the type of a result.</summary>
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
