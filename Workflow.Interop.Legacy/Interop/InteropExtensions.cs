extern alias WorkflowCore;

using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using WorkflowCore::Workflow;

namespace Workflow.Interop.Legacy;

/// <summary>Gets host extensions whose types are known only at run time.</summary>
internal static class InteropExtensions
{
    private static readonly MethodInfo Definition = typeof(ActivityContext).GetMethod(nameof(ActivityContext.GetExtension), Type.EmptyTypes)!;
    private static readonly WeakCache<Type, Func<ActivityContext, object?>> Known =
        new(static key => Definition.MakeGenericMethod(key).CreateDelegate<Func<ActivityContext, object?>>());

    /// <summary>Returns the extension of a type; null if the host has none, or if the type is neither a class nor an interface.</summary>
    public static object? Get(ActivityContext context, Type type) => type.IsClass || type.IsInterface
        ? Known.Of(type)(context)
        : null;
}
