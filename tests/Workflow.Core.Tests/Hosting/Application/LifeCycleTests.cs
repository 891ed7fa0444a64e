using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The instance of an application from its start to its end, without a store.</summary>
public sealed class LifeCycleTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("16.2")]
    [Rule("16.3")]
    public void Run_ToABookmarkAndOn_CallsTheHandlersInOrder()
    {
        Hosted hosted = Hosted.Inline(_log, new Sequence { Activities = { new Wait(_log, "w"), new Step(_log, "after") } }).Run();
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w", 5));
        _log.AssertIs("w waits", "idle w", "w resumed 5", "after", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("16.1.1")]
    public async Task Run_WithoutAContext_RunsTheWorkflowOnAnotherThread()
    {
        TaskCompletionSource<int> thread = new();
        WorkflowApplication application = new(new Step(_log, "step", _ => thread.SetResult(Environment.CurrentManagedThreadId)));
        int caller = 0;
        await OnThreadOfItsOwn.Run(() =>
        {
            caller = Environment.CurrentManagedThreadId;
            application.Run();
        });
        Assert.NotEqual(caller, await thread.Task.WaitAsync(HangGuard.Limit));
        WorkflowCompletion completion = await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(ActivityInstanceState.Closed, completion.State);
        Assert.Empty(completion.Outputs);
        Assert.Null(completion.TerminationException);
    }

    [Fact]
    [Rule("16.1.1")]
    public async Task Run_WithAContext_PostsEverythingThere()
    {
        PumpContext pump = new();
        Operation operation = new(_log, "operation");
        Sequence root = new() { Activities = { See("first"), operation, new Wait(_log, "w"), See("last") } };
        Hosted hosted = new(_log, new WorkflowApplication(root) { SynchronizationContext = pump });
        hosted.Run();
        Assert.Empty(_log.Entries);
        pump.Pump();
        await Task.Run(() => operation.Succeed());
        await pump.Arrived;
        pump.Pump();
        Task<BookmarkResumptionResult> resumed = hosted.Application.ResumeBookmarkAsync("w");
        Assert.False(resumed.IsCompleted);
        pump.Pump();
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        _log.AssertIs(
            "first", "True", "operation starts", "idle", "w waits", "idle w", "w resumed ", "last", "True", "completed Closed", "unloaded");

        Step See(string name) => new(_log, name, _ => _log.Add($"{SynchronizationContext.Current == pump}"));
    }

    [Fact]
    [Rule("7.2")]
    public void Run_OfAnIdleInstance_ReportsIdleAgain()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        hosted.Run();
        Assert.Equal("w", Assert.Single(Finished.ResultOf(hosted.Application.GetBookmarksAsync())).BookmarkName);
        _log.AssertIs("w waits", "idle w", "idle w");
    }

    [Fact]
    [Rule("7.2")]
    [Rule("16.6")]
    public void Resume_BeforeRun_StartsTheInstanceWithoutAnIdle()
    {
        Hosted hosted = Hosted.Inline(_log, new Sequence { Activities = { new Wait(_log, "a"), new Wait(_log, "b") } });
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("a"));
        _log.AssertIs("a waits", "a resumed ", "b waits", "idle b");
    }

    [Fact]
    [Rule("16.6")]
    [Rule("8.4")]
    public void Resume_UnknownBookmark_IsNotFoundAndChangesNothing()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"));
        Assert.Equal(BookmarkResumptionResult.NotFound, hosted.Resume("other"));
        Assert.Equal(BookmarkResumptionResult.NotFound, hosted.Resume("W"));
        _log.AssertIs("w waits", "idle w");
    }

    [Fact]
    [Rule("16.6")]
    public void Resume_Twice_IsNotFoundTheSecondTime()
    {
        Hosted hosted = Hosted.Inline(_log, new Sequence { Activities = { new Wait(_log, "w"), new Wait(_log, "v") } }).Run();
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
        Assert.Equal(BookmarkResumptionResult.NotFound, hosted.Resume("w"));
    }

    [Fact]
    [Rule("16.6")]
    public void Resume_ByTheBookmarksObject_FindsAnUnnamedOne()
    {
        Bookmark? bookmark = null;
        Probe probe = new(_log, "probe");
        probe.Body = context => bookmark = context.CreateBookmark(probe.Resumed);
        Hosted hosted = Hosted.Inline(_log, probe).Run();
        Assert.Equal(BookmarkResumptionResult.Success, Finished.ResultOf(hosted.Application.ResumeBookmarkAsync(bookmark!, 3)));
        Assert.Contains("probe @  3", _log.Entries);
    }

    [Fact]
    [Rule("16.6")]
    public async Task Resume_CanceledWhileItWaits_IsCanceled()
    {
        PumpContext pump = new();
        WorkflowApplication application = new(new Wait(_log, "w")) { SynchronizationContext = pump };
        application.Run();
        using CancellationTokenSource cancellation = new();
        Task<BookmarkResumptionResult> resumed = application.ResumeBookmarkAsync("w", null, cancellation.Token);
        await cancellation.CancelAsync();
        Assert.Equal(cancellation.Token, (await Assert.ThrowsAnyAsync<OperationCanceledException>(() => resumed)).CancellationToken);
        pump.Pump();
        _log.AssertIs("w waits");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => application.ResumeBookmarkAsync("w", null, cancellation.Token));
    }

    [Fact]
    [Rule("16.6")]
    [Rule("8.4")]
    public async Task Resume_DuringATransaction_WaitsForItsEnd()
    {
        RuntimeTransactionHandle handle = new();
        Task<BookmarkResumptionResult>? early = null;
        Wait inside = new(_log, "inside");
        Parallel root = new() { Branches = { new Wait(_log, "outside"), new TransactionScope { Body = inside } } };
        Hosted hosted = Hosted.Inline(_log, root).Run();
        early = hosted.Application.ResumeBookmarkAsync("outside", 1);
        Assert.False(early.IsCompleted);
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("inside", 2));
        Assert.Equal(BookmarkResumptionResult.Success, await early.WaitAsync(HangGuard.Limit));
        Assert.Equal("completed Closed", _log.Entries[^2]);
    }

    [Fact]
    [Rule("16.3")]
    [Rule("4.10")]
    public void Completion_HasOutputsForEveryState()
    {
        IDictionary<string, object?>? outputs = null;
        Probe probe = new(_log, "probe");
        probe.Body = context =>
        {
            probe.Output!.Set(context, 7);
            context.CreateBookmark("w", probe.Resumed);
        };
        Hosted hosted = Hosted.Inline(_log, probe).Run();
        hosted.Application.Completed = args => outputs = args.Outputs;
        hosted.Do(application => application.TerminateAsync("enough"));
        Assert.Equal(7, outputs![nameof(Probe.Output)]);
        WorkflowCompletion completion = Finished.ResultOf(hosted.Application.Completion);
        Assert.Equal((ActivityInstanceState.Faulted, 7), (completion.State, completion.Outputs[nameof(Probe.Output)]));
    }

    [Fact]
    [Rule("4.5")]
    public void Inputs_OfAnApplication_ReachTheRoot()
    {
        Probe probe = new(_log, "probe");
        probe.Body = context => _log.Add($"{probe.Input!.Get(context)}");
        new Hosted(
            _log,
            new WorkflowApplication(probe, new Dictionary<string, object?> { [nameof(Probe.Input)] = 5 }) { SynchronizationContext = new InlineContext() })
            .Run();
        _log.AssertIs("probe executes", "5", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("16.9")]
    public void Run_OfAnInvalidDefinition_Throws()
    {
        WorkflowApplication application = new(new TryCatch());
        Assert.Throws<InvalidWorkflowException>(application.Run);
        Assert.Throws<InvalidWorkflowException>(application.Run);
    }

    [Fact]
    [Rule("16.9")]
    public async Task Run_WithWrongInputs_ThrowsAndSoDoesAResume()
    {
        WorkflowApplication application = new(new Step(_log, "step"), new Dictionary<string, object?> { ["Unknown"] = 1 });
        Assert.Throws<ArgumentException>(application.Run);
        await Assert.ThrowsAsync<ArgumentException>(() => application.ResumeBookmarkAsync("w"));
        await Assert.ThrowsAsync<ArgumentException>(() => application.CancelAsync());
        Assert.Empty(_log.Entries);
    }

    [Fact]
    [Rule("16.1.2")]
    public void Settings_AfterTheFirstOperation_AreFixed()
    {
        WorkflowApplication application = new(new Wait(_log, "w"), new Workflow.WorkflowIdentity("one", new Version(1, 0), null));
        application.AddInitialInstanceValues(new Dictionary<System.Xml.Linq.XName, object?> { ["name"] = 1 });
        application.InstanceStore = null;
        application.Run();
        Assert.Throws<InvalidOperationException>(() => application.InstanceStore = null);
        Assert.Throws<InvalidOperationException>(() => application.SynchronizationContext = null);
        Assert.Throws<InvalidOperationException>(() => application.Extensions.Add(_log));
        Assert.Throws<InvalidOperationException>(() => application.AddInitialInstanceValues(new Dictionary<System.Xml.Linq.XName, object?>()));
        Assert.Equal("one", application.DefinitionIdentity!.Name);
    }

    [Fact]
    [Rule("16.1.2")]
    public void Handler_OfSeveralMethods_IsRefused()
    {
        WorkflowApplication application = new(new Step(_log, "step"));
        Action<WorkflowApplicationEventArgs> one = _ => { };
        Assert.Throws<ArgumentException>(() => application.Unloaded = one + (_ => { }));
        Assert.Null(application.Unloaded);
        application.Unloaded = one;
        Assert.Same(one, application.Unloaded);
        application.Unloaded = null;
        Assert.Null(application.Unloaded);
    }

    [Fact]
    [Rule("16.1.2")]
    public void Handler_SetLater_IsTheOneCalled()
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w")).Run();
        hosted.Application.Completed = _ => _log.Add("the other");
        hosted.Resume("w");
        _log.AssertIs("w waits", "idle w", "w resumed ", "the other", "unloaded");
    }

    [Fact]
    [Rule("22.2")]
    public async Task Arguments_Null_AreRefused()
    {
        WorkflowApplication application = new(new Step(_log, "step"));
        Assert.Throws<ArgumentNullException>(() => new WorkflowApplication(null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowApplication(new Step(_log, "step"), (IDictionary<string, object?>)null!));
        Assert.Throws<ArgumentNullException>(() => application.AddInitialInstanceValues(null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => application.ResumeBookmarkAsync((Bookmark)null!, 1));
        await Assert.ThrowsAsync<ArgumentNullException>(() => application.TerminateAsync((Exception)null!));
        await Assert.ThrowsAsync<ArgumentException>(() => application.ResumeBookmarkAsync(string.Empty, 1));
    }
}
