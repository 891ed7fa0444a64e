using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The stop of an instance when its process ends: operations that honor their tokens do not delay the stop.</summary>
public sealed class StopTests : StoredApplications
{
    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_OfAnIdleInstance_UnloadsIt()
    {
        Hosted hosted = With(new Wait(Log, "w")).Run();
        Assert.True(await hosted.Application.StopAsync());
        Assert.True(await hosted.Application.StopAsync());
        Log.AssertIs("w waits", "idle w", "persistable w", "unloaded");
        Assert.Null(Summary(hosted.Application.Id)!.OwnerId);
    }

    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_OperationHeedsItsToken_AbortsWithoutAFailure()
    {
        Operation operation = new(Log, "o") { HeedsToken = true };
        Hosted first = With(new Sequence { Activities = { new Wait(Log, "w"), operation } }).Run();
        first.Do(application => application.UnloadAsync());
        Hosted hosted = Loaded(first.Application.WorkflowDefinition, first.Application.Id);
        hosted.Resume("w");
        Log.Clear();
        Assert.False(await hosted.Application.StopAsync().WaitAsync(HangGuard.Limit));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.Completion);
        Assert.Equal("o token", Log.Entries[0]);
        Assert.StartsWith("aborted The operation of 'o' ended early", Log.Entries[1], StringComparison.Ordinal);
        InstanceSummary saved = Summary(hosted.Application.Id)!;
        Assert.Equal((null, 0, null, "w"), (saved.OwnerId, saved.FailureCount, saved.LastFailure, Assert.Single(saved.Bookmarks).Name));
    }

    /// <summary>
    /// Neither a handler of the workflow nor a handler of the application sees a failure that the stop caused: database drivers report a cancellation by
    /// exceptions of their own types.
    /// </summary>
    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_OperationFailsAfterItsToken_AbortsWithoutAFailure()
    {
        Operation operation = new(Log, "o");
        TryCatch guarded = new()
        {
            Try = operation,
            Catches =
            {
                new Catch<InvalidOperationException>
                {
                    Action = new ActivityAction<InvalidOperationException> { Handler = new Note(Log, _ => "caught") }
                }
            },
            Finally = new Note(Log, _ => "finally"),
        };
        Hosted hosted = With(guarded).Run();
        Task<bool> stop = hosted.Application.StopAsync();
        Assert.False(stop.IsCompleted);
        operation.Fail(new InvalidOperationException("The command was canceled."));
        Assert.False(await stop.WaitAsync(HangGuard.Limit));
        Assert.DoesNotContain("caught", Log.Entries);
        Assert.DoesNotContain("finally", Log.Entries);
    }

    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_OperationCompletes_SavesItsResult()
    {
        Operation operation = new(Log, "o");
        Hosted hosted = With(new Sequence { Activities = { operation, new Note(Log, _ => "next"), new Wait(Log, "w") } }).Run();
        Task<bool> stop = hosted.Application.StopAsync();
        operation.Succeed();
        Assert.True(await stop.WaitAsync(HangGuard.Limit));
        Log.Clear();
        Loaded(hosted.Application.WorkflowDefinition, hosted.Application.Id).Run();
        Log.AssertIs("next", "w waits", "idle w", "persistable w");
    }

    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_OperationBeginsLater_IsInterrupted()
    {
        Operation first = new(Log, "first"), later = new(Log, "later") { HeedsToken = true };
        Parallel both = new() { Branches = { first, new Sequence { Activities = { new Wait(Log, "w"), later } } } };
        Hosted hosted = With(both).Run();
        Task<bool> stop = hosted.Application.StopAsync();
        hosted.Resume("w");
        Assert.False(await stop.WaitAsync(HangGuard.Limit));
        Assert.Contains("later token", Log.Entries);
    }

    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_CallbackOfTheTokenThrows_WaitsForTheOperation()
    {
        TaskCompletionSource called = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Operation operation = new(Log, "o");
        Hosted hosted = With(new Throwing(called, operation)).Run();
        Task<bool> stop = hosted.Application.StopAsync();
        await called.Task.WaitAsync(HangGuard.Limit);
        operation.Succeed();
        Assert.True(await stop.WaitAsync(HangGuard.Limit));
    }

    /// <summary>
    /// The timeout of a scope that joined a transaction is an operation of the engine. Its cancellation would end the body, so the stop must not cancel it.
    /// </summary>
    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_InAScopeWithATimeout_LetsTheBodyComplete()
    {
        Operation operation = new(Log, "o");
        Sequence root = new()
        {
            Activities =
            {
                new TransactionScope { Body = new TransactionScope { Timeout = TimeSpan.FromHours(1), Body = operation } }, new Wait(Log, "w"),
            },
        };
        Hosted hosted = With(root).Run();
        Task<bool> stop = hosted.Application.StopAsync();
        operation.Succeed();
        Assert.True(await stop.WaitAsync(HangGuard.Limit));
        Assert.Equal("unloaded", Log.Entries[^1]);
    }

    [Fact]
    [Rule("7.7.1")]
    public async Task Stop_WaitIsCanceled_LeavesTheInstance()
    {
        Operation operation = new(Log, "o");
        Hosted hosted = With(new Sequence { Activities = { operation, new Wait(Log, "w") } }).Run();
        using CancellationTokenSource limit = new();
        Task<bool> stop = hosted.Application.StopAsync(limit.Token);
        await limit.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stop);
        operation.Succeed();
        Assert.Equal("persistable w", Log.Entries[^1]);
    }

    [Fact]
    public async Task Stop_WithoutAStore_IsRefused()
    {
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w")).Run();
        await Assert.ThrowsAsync<InvalidOperationException>(() => hosted.Application.StopAsync());
        NoContext.Run(hosted.Application.Abort);
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.StopAsync());
    }

    private sealed class Throwing(TaskCompletionSource called, Operation operation) : NativeActivity
    {
        private readonly ThrowingOperation _throwing = new(called);

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddImplementationChild(_throwing);
            metadata.AddImplementationChild(operation);
        }

        protected override void Execute(NativeActivityContext context)
        {
            context.ScheduleActivity(operation);
            context.ScheduleActivity(_throwing);
        }
    }

    private sealed class ThrowingOperation(TaskCompletionSource called) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await using CancellationTokenRegistration registration = cancellationToken.Register(() =>
            {
                called.TrySetResult();
                throw new InvalidOperationException("A callback fails.");
            });
            await called.Task;
        }
    }
}
