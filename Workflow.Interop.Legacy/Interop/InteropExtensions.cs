extern alias WorkflowCore;

using System.Collections.Concurrent;
using System.Reflection;
using WorkflowCore::Workflow;

namespace Workflow.Interop.Legacy;

/// <summary>Extensions of a host by types that are known at run time only.</summary>
internal static class InteropExtensions
{
    private static readonly MethodInfo Definition = typeof(ActivityContext).GetMethod(nameof(ActivityContext.GetExtension), Type.EmptyTypes)!;
    private static readonly ConcurrentDictionary<Type, Func<ActivityContext, object?>> Known = new();

    /// <summary>The extension of a type, or null.</summary>
    public static object? Get(ActivityContext context, Type type) => type.IsClass || type.IsInterface
        ? Known.GetOrAdd(type, static key => Definition.MakeGenericMethod(key).CreateDelegate<Func<ActivityContext, object?>>())(context)
        : null;
}
