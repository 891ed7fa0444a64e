using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Hosting;

/// <summary>An operation that nothing awaits any longer may fail; its failure is not an unobserved task exception of the process.</summary>
[Rule("3.4")]
public sealed class AbandonedOperationTests
{
    [Fact]
    public Task Operation_OfAnAbortedApplication_IsObserved() => AssertObservedAsync(async hang =>
    {
        WorkflowApplication application = new(new Hanging(hang));
        TaskCompletionSource aborted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Aborted = _ => aborted.SetResult();
        application.Run();
        await hang.Reached;
        application.Abort();
        await aborted.Task.WaitAsync(HangGuard.Limit);
    });

    [Fact]
    public Task Operation_OfATimedOutInvocation_IsObserved() => AssertObservedAsync(async hang =>
        await Assert.ThrowsAsync<TimeoutException>(() => WorkflowInvoker.InvokeAsync(new Hanging(hang), new Dictionary<string, object?>(), TimeSpan.Zero)));

    /// <summary>The invocation waits for the operation, which ignores its token.</summary>
    [Fact]
    public Task Operation_OfACanceledInvocation_IsObserved() => AssertObservedAsync(async hang =>
    {
        using CancellationTokenSource cancellation = new();
        Task running = new WorkflowInvoker(new Hanging(hang)).InvokeAsync(cancellationToken: cancellation.Token);
        await hang.Reached;
        await cancellation.CancelAsync();
        Assert.False(running.IsCompleted);
        hang.LetGo(new AbandonedException());
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => running.WaitAsync(HangGuard.Limit));
    });

    [Fact]
    public Task Participant_OfAnAbortedApplication_IsObserved() => AssertObservedAsync(async hang =>
    {
        WorkflowApplication application = new(new Statements.Sequence());
        application.Extensions.Add(new HangingParticipant(hang));
        TaskCompletionSource aborted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Aborted = _ => aborted.SetResult();
        application.Run();
        await hang.Reached;
        application.Abort();
        await aborted.Task.WaitAsync(HangGuard.Limit);
    });

    private static async Task AssertObservedAsync(Func<Hang, Task> abandon)
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
        await FailLateAsync(abandon);
        for (int round = 0; round < 3; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        TaskScheduler.UnobservedTaskException -= OnUnobserved;
        Assert.Empty(unobserved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task FailLateAsync(Func<Hang, Task> abandon)
    {
        Hang hang = new();
        await abandon(hang);
        hang.LetGo(new AbandonedException());
    }

    private sealed class AbandonedException : Exception;

    private sealed class Hanging(Hang hang) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            await hang.HereAsync(cancellationToken).ConfigureAwait(false);
    }

    private sealed class HangingParticipant(Hang hang) : TrackingParticipant
    {
        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
        }

        protected override async Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken) =>
            await hang.HereAsync(cancellationToken).ConfigureAwait(false);
    }
}
