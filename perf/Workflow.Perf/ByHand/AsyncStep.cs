using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an activity whose operation has already completed when the method returns.</summary>
internal abstract class AsyncStep
{
    public abstract Task RunAsync();
}

internal sealed class CompletedStep : AsyncStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override Task RunAsync() => Task.CompletedTask;
}

/// <summary>The counterpart of a sequence that is awaited. The task has a result, as the task of InvokeAsync does.</summary>
internal static class AsyncSequence
{
    public static async Task<object?> RunAsync(AsyncStep[] steps)
    {
        foreach (AsyncStep step in steps)
        {
            await step.RunAsync().ConfigureAwait(false);
        }

        return null;
    }
}
