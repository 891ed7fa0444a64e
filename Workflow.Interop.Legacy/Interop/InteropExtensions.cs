extern alias WorkflowCore;

using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using WorkflowCore::Workflow;

namespace Workflow.Interop.Legacy;

/// <summary>Extensions of a host by types that are known at run time only.</summary>
internal static class InteropExtensions
{
    private static readonly MethodInfo Definition = typeof(ActivityContext).GetMethod(nameof(ActivityContext.GetExtension), Type.EmptyTypes)!;
    private static readonly WeakCache<Type, Func<ActivityContext, object?>> Known =
        new(static key => Definition.MakeGenericMethod(key).CreateDelegate<Func<ActivityContext, object?>>());

    /// <summary>The extension of a type, or null.</summary>
    public static object? Get(ActivityContext context, Type type) => type.IsClass || type.IsInterface
        ? Known.Of(type)(context)
        : null;
}
