using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>
/// An awaitable that continues the turn on another thread than the caller's (rule 16.5); with a synchronization context, in a new post to it.
/// </summary>
internal readonly struct ThreadSwitch(HostedInstance instance) : ICriticalNotifyCompletion
{
    public bool IsCompleted => false;

    public ThreadSwitch GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation)
    {
        if (instance.Settings.Context is { } context)
        {
            PostedCall.Post(context, continuation, instance.AbortFor);
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(static action => action(), continuation, preferLocal: false);
        }
    }
}
