using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>Awaited, goes on with the turn on another thread than the caller's (rule 16.5), or anew in the application's context.</summary>
internal readonly struct OtherThread(SynchronizationContext? context) : ICriticalNotifyCompletion
{
    public bool IsCompleted => false;

    public static OtherThread Of(ApplicationInstance instance) => new(instance.Setup.Context);

    public OtherThread GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation)
    {
        if (context is null)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static action => action(), continuation, preferLocal: false);
        }
        else
        {
            context.Post(static action => ((Action)action!)(), continuation);
        }
    }
}
