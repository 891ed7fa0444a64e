using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Awaits the return value of a method if it is an operation: a task or a <see cref="ValueTask"/>, with or without a result.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal static class AwaitedCall
{
    /// <summary>Returns the type of the result of an operation; null for any other type and for an operation without a result.</summary>
    public static Type? ResultTypeOf(Type returned) =>
        returned.IsGenericType && returned.GetGenericTypeDefinition() is { } definition && (definition == typeof(Task<>) || definition == typeof(ValueTask<>))
            ? returned.GenericTypeArguments[0]
            : null;

    /// <summary>
    /// Returns the operation as a task; null for any other value. A <see cref="ValueTask"/> must not be used after this call, because it can be awaited
    /// only once.
    /// </summary>
#pragma warning disable MA0022 // Null means that there is nothing to await.
    public static Task? TaskOf(object? returned) => returned switch
    {
        Task task => task,
        ValueTask operation => operation.AsTask(),
        not null when IsOperation(returned.GetType()) => (Task)returned.GetType().GetMethod(nameof(ValueTask<int>.AsTask))!.Invoke(returned, null)!,
        _ => null,
    };
#pragma warning restore MA0022

    /// <summary>Returns the return value after its task has completed. A <see cref="ValueTask"/> is replaced with a completed one.</summary>
    public static object? Completed(object? returned, Task completed) =>
        returned is ValueTask ? default(ValueTask)
        : returned is not null && IsOperation(returned.GetType()) ? Activator.CreateInstance(returned.GetType(), completed)
        : returned;

    private static bool IsOperation(Type type) => type.IsValueType && type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ValueTask<>);
}
