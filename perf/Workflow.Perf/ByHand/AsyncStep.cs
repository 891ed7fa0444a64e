using System.Runtime.CompilerServices;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an activity whose operation is over when it returns.</summary>
internal abstract class AsyncStep
{
    public abstract Task RunAsync();
}

internal sealed class CompletedStep : AsyncStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override Task RunAsync() => Task.CompletedTask;
}

/// <summary>The counterpart of a sequence that is awaited; the task carries a result, as that of InvokeAsync does.</summary>
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
