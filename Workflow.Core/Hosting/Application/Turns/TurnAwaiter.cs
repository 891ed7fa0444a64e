using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>
/// The awaiter of a turn. It continues in the synchronization context of the application, even after a failure, or without a context where the task
/// completes.
/// </summary>
internal readonly struct TurnAwaiter(Task task, HostedInstance instance) : ICriticalNotifyCompletion
{
    /// <summary>True if the task has completed, so that the turn continues at once.</summary>
    public bool IsCompleted => task.IsCompleted;

    public TurnAwaiter GetAwaiter() => this;

    /// <summary>Throws the exception of the task if it failed.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The task has ended: GetResult is called after that.")]
    public void GetResult() => task.GetAwaiter().GetResult();

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) =>
        task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(
            instance.Settings.Context is { } context ? InContext(instance, context, continuation) : continuation);

    /// <summary>
    /// Creates the continuation in a context. A separate method, because the closure of a lambda is allocated at the entry of its method, even without a
    /// context.
    /// </summary>
    private static Action InContext(HostedInstance instance, SynchronizationContext context, Action continuation) =>
        () => PostedCall.Post(context, continuation, instance.AbortFor);
}
