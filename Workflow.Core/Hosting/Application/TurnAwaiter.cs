using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>How a turn awaits: it continues in the application's context if there is one, even if that fails, and else where the task ends.</summary>
internal readonly struct TurnAwaiter(Task task, ApplicationInstance instance) : ICriticalNotifyCompletion
{
    /// <summary>Nothing is waited for then.</summary>
    public bool IsCompleted => task.IsCompleted;

    public TurnAwaiter GetAwaiter() => this;

    /// <summary>Throws what the task failed with.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The task has ended: GetResult is called after that.")]
    public void GetResult() => task.GetAwaiter().GetResult();

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) =>
        task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(instance.Setup.Context is { } context ? InContext(instance, context, continuation) : continuation);

    /// <summary>A method of its own: what a lambda refers to is allocated where its method begins, also when there is no context.</summary>
    private static Action InContext(ApplicationInstance instance, SynchronizationContext context, Action continuation) =>
        () => PostedCall.Post(context, continuation, instance.AbortFor);
}
