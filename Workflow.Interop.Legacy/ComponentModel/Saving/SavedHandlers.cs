using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Handlers that were added while the workflow runs: methods that a class of the application declares for its activity.</summary>
internal static class SavedHandlers
{
    /// <summary>Whether saved state can name a method: the compiler chose no part of its name, and it is not one of the framework or of this package.</summary>
    public static bool CanName(MethodInfo method) =>
        !method.IsStatic && !method.IsGenericMethod && !method.Name.Contains('<', StringComparison.Ordinal)
        && typeof(Activity).IsAssignableFrom(method.DeclaringType) && method.DeclaringType.Assembly != typeof(Activity).Assembly;

    /// <exception cref="StateDamageException">There is no such method, or it is no handler of the type.</exception>
    public static Delegate Make(Type handlerType, Activity target, Type declaring, string name)
    {
        const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        foreach (MethodInfo method in declaring.IsInstanceOfType(target) ? declaring.GetMethods(Declared) : [])
        {
            if (method.Name == name && CanName(method) && Delegate.CreateDelegate(handlerType, target, method, throwOnBindFailure: false) is { } handler)
            {
                return handler;
            }
        }

        throw new StateDamageException($"The saved state has the handler '{name}' of '{declaring}', which is no method for '{handlerType}'; add the method again, or end the instance with the old version.");
    }
}
