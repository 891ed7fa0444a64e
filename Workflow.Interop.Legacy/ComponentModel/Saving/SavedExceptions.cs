using System.Reflection;
using System.Runtime.ExceptionServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Exceptions in saved state. They are made by their usual constructors, with the message, the inner exception and the trace that they had. One whose type cannot be named comes
/// back as the nearest base class that can.
/// </summary>
internal static class SavedExceptions
{
    /// <summary>Inner exceptions that are nested more deeply are left out.</summary>
    public const int DeepestInner = 32;

    public static Type NearestOf(Type type, Func<Type, bool> isNamed)
    {
        Type current = type;
        while (current != typeof(Exception) && (current.IsAbstract || ConstructorOf(current) is null || !isNamed(current)))
        {
            current = current.BaseType!;
        }

        return current;
    }

    /// <exception cref="StateDamageException">The type is no exception that can be made.</exception>
    public static Exception Make(Type type, string message, Exception? inner, string trace, int code)
    {
        if (!typeof(Exception).IsAssignableFrom(type) || type.IsAbstract || type.ContainsGenericParameters || ConstructorOf(type) is not { } constructor)
        {
            throw new StateDamageException($"The saved state has an exception of the type '{type}', which cannot be made; restore it from a backup.");
        }

        object?[] arguments = [message, inner];
        Exception exception = (Exception)constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments[..constructor.GetParameters().Length], null);
        exception.HResult = code;
        return trace.Length == 0 ? exception : ExceptionDispatchInfo.SetRemoteStackTrace(exception, trace);
    }

    private static ConstructorInfo? ConstructorOf(Type type) =>
        type.GetConstructor([typeof(string), typeof(Exception)]) ?? type.GetConstructor([typeof(string)]) ?? type.GetConstructor(Type.EmptyTypes);
}
