using System.Diagnostics.CodeAnalysis;

namespace Workflow.Foundation;

/// <summary>Runs something with no ambient values: no <see cref="AsyncLocal{T}"/> of the caller, not its culture.</summary>
internal static class CleanContext
{
    private static readonly ExecutionContext Clean = Capture();

    /// <summary>Runs an action; what it sets is gone when this returns, and so is a change of the synchronization context.</summary>
    public static void Run(ContextCallback action, object state) => ExecutionContext.Run(Clean, action, state);

    /// <summary>Only a thread that inherits nothing has the empty context, and no other way leads to it.</summary>
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
