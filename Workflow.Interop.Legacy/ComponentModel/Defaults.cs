using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Boxed default values of value types, so that reading a value that was never set does not allocate.</summary>
internal static class Defaults
{
    private static readonly WeakCache<Type, object?> Boxed = new(
        static key => Nullable.GetUnderlyingType(key) is null ? RuntimeHelpers.GetUninitializedObject(key) : null);

    public static object? Of(Type type) => Boxed.Of(type);
}
