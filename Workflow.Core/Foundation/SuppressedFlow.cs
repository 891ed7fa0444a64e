using System.Diagnostics.CodeAnalysis;

namespace Workflow.Foundation;

/// <summary>Runs a callback without ambient values: neither the <see cref="AsyncLocal{T}"/> values nor the culture of the caller are visible to it.</summary>
internal static class SuppressedFlow
{
    private static readonly ExecutionContext Clean = Capture();

    /// <summary>Runs an action. On return, the ambient values and the synchronization context that it set are restored.</summary>
    public static void Run(ContextCallback action, object state) => ExecutionContext.Run(Clean, action, state);

    /// <summary>Captures the empty execution context. Only a thread that inherits no context has it, so a thread is created for the purpose.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Once in a process, for a thread that does nothing but end.")]
    private static ExecutionContext Capture()
    {
        ExecutionContext? captured = null;
        Thread thread = new(() => captured = ExecutionContext.Capture()) { IsBackground = true };
        thread.UnsafeStart();
        thread.Join();
        return captured!;
    }
}
