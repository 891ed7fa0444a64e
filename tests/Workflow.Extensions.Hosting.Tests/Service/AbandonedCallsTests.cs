using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Workflow.Extensions.Hosting.Tests;

/// <summary>The failure of a store or instance call that the host no longer awaits must not become an unobserved task exception.</summary>
public sealed class AbandonedCallsTests
{
    [Fact]
    public async Task OrAbandon_CallThatFailsLater_IsObserved()
    {
        ConcurrentQueue<Exception> unobserved = [];
        void OnUnobserved(object? sender, UnobservedTaskExceptionEventArgs args)
        {
            if (args.Exception.InnerExceptions.Any(failure => failure is AbandonedException))
            {
                unobserved.Enqueue(args.Exception);
            }
        }

        TaskScheduler.UnobservedTaskException += OnUnobserved;
        await FailLateAsync(static (call, token) => call.OrAbandon(token));
        await FailLateAsync(static (call, token) => ((Task)call).OrAbandon(token));
        for (int round = 0; round < 3; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        TaskScheduler.UnobservedTaskException -= OnUnobserved;
        Assert.Empty(unobserved);
    }

    [Fact]
    public async Task OrAbandon_CallThatEnds_HasItsOutcome()
    {
        Assert.Equal(5, await Task.FromResult(5).OrAbandon(CancellationToken.None));
        await Assert.ThrowsAsync<AbandonedException>(() => Task.FromException(new AbandonedException()).OrAbandon(CancellationToken.None));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task FailLateAsync(Func<Task<int>, CancellationToken, Task> wait)
    {
        TaskCompletionSource<int> call = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using CancellationTokenSource cancellation = new();
        Task waiting = wait(call.Task, cancellation.Token);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        call.SetException(new AbandonedException());
    }

    private sealed class AbandonedException : Exception;
}
