using System.Reflection;
using System.Runtime.ExceptionServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Creates exceptions from saved state with their usual constructors, and with the original message, inner exception and stack trace. If saved state cannot
/// name the type of an exception, the exception becomes an object of the nearest base class that it can name.
/// </summary>
internal static class SavedExceptions
{
    /// <summary>The maximum depth of inner exceptions. Deeper inner exceptions are not saved.</summary>
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

    /// <exception cref="StateDamageException">The type is not an exception type that can be created.</exception>
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
