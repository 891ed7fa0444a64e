using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>Saves and unloads of the instance of an application.</summary>
public sealed class PersistenceTests : StoredApplications
{
    [Fact]
    [Rule("7.7")]
    [Rule("16.8")]
    public void Persist_OfAnIdleInstance_SavesItAndChangesNothing()
    {
        Hosted hosted = With(new Wait(Log, "w")).Run();
        hosted.Do(application => application.PersistAsync());
        InstanceSummary saved = Summary(hosted.Application.Id)!;
        Assert.Equal((InstanceStatus.Idle, "w"), (saved.Status, Assert.Single(saved.Bookmarks).Name));
        Assert.NotNull(saved.OwnerId);
        hosted.Resume("w", 1);
        Log.AssertIs("w waits", "idle w", "persistable w", "w resumed 1", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("6.7")]
    [Rule("7.7")]
    public void Unload_OfAnInstance_EndsTheApplication()
    {
        Hosted hosted = With(new Wait(Log, "w")).Run();
        hosted.Do(application => application.UnloadAsync());
        Log.AssertIs("w waits", "idle w", "persistable w", "unloaded");
        Assert.Null(Summary(hosted.Application.Id)!.OwnerId);
        Assert.Equal(BookmarkResumptionResult.NotReady, hosted.Resume("w"));
        hosted.Do(application => application.CancelAsync());
        hosted.Do(application => application.UnloadAsync());
        Assert.Throws<WorkflowApplicationUnloadedException>(hosted.Application.Run);
        hosted.Fails<WorkflowApplicationUnloadedException>(application => application.PersistAsync());
        hosted.Fails<WorkflowApplicationUnloadedException>(application => application.TerminateAsync("enough"));
        hosted.Fails<WorkflowApplicationUnloadedException>(application => application.GetBookmarksAsync());
        hosted.Fails<WorkflowApplicationUnloadedException>(application => application.Completion);
    }

    [Fact]
    [Rule("6.7")]
    public void Completion_FirstReadAfterUnloadAndAbort_IsTheUnload()
    {
        Hosted hosted = With(new Wait(Log, "w")).Run();
        hosted.Do(application => application.UnloadAsync());
        NoContext.Run(hosted.Application.Abort);
        hosted.Fails<WorkflowApplicationUnloadedException>(application => application.Completion);
        Assert.Same(hosted.Application.Completion, hosted.Application.Completion);
    }

    [Fact]
    [Rule("16.7")]
    public void Load_OfASavedInstance_ContinuesAfterTheSave()
    {
        Sequence root = new() { Activities = { new Wait(Log, "a"), new Wait(Log, "b") } };
        Hosted first = With(root).Run();
        first.Resume("a", 1);
        first.Do(application => application.UnloadAsync());
        Log.Clear();
        Hosted second = Loaded(root, first.Application.Id);
        Assert.Equal(first.Application.Id, second.Application.Id);
        Assert.Empty(Log.Entries);
        second.Run();
        Assert.Equal(BookmarkResumptionResult.NotFound, second.Resume("a"));
        Assert.Equal(BookmarkResumptionResult.Success, second.Resume("b", 2));
        Log.AssertIs("idle b", "persistable b", "b resumed 2", "completed Closed", "unloaded");
        Assert.Equal(InstanceStatus.Closed, Summary(second.Application.Id)!.Status);
    }

    [Fact]
    [Rule("16.6")]
    [Rule("16.7")]
    public void Load_ThenResume_StartsTheInstance()
    {
        Wait root = new(Log, "w");
        Hosted first = With(root).Run();
        first.Do(application => application.UnloadAsync());
        Log.Clear();
        Assert.Equal(BookmarkResumptionResult.Success, Loaded(root, first.Application.Id).Resume("w", 3));
        Log.AssertIs("w resumed 3", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("7.7")]
    public void Unload_BeforeRun_KeepsTheInputs()
    {
        Probe root = new(Log, "root");
        root.Body = context => Log.Add($"input {root.Input!.Get(context)}");
        Hosted first = new(Log, new WorkflowApplication(root, new Dictionary<string, object?> { [nameof(Probe.Input)] = 7 })
        {
            SynchronizationContext = new InlineContext(),
            InstanceStore = Store,
        });
        first.Do(application => application.PersistAsync());
        first.Do(application => application.UnloadAsync());
        Assert.Equal(InstanceStatus.Executing, Summary(first.Application.Id)!.Status);
        Loaded(root, first.Application.Id).Run();
        Log.AssertIs("unloaded", "root executes", "input 7", "completed Closed", "unloaded");
    }

    [Fact]
    [Rule("7.7")]
    [Rule("7.1")]
    public void Persist_InsideANoPersistScope_WaitsForItsEnd()
    {
        Sequence root = new() { Activities = { new NoPersistScope { Body = new Wait(Log, "inside") }, new Step(Log, "after"), new Wait(Log, "w") } };
        Hosted hosted = With(root).Run();
        Task persisted = hosted.Application.PersistAsync();
        Assert.False(persisted.IsCompleted);
        hosted.Resume("inside");
        Assert.True(persisted.IsCompletedSuccessfully);
        Assert.Equal(InstanceStatus.Executing, Summary(hosted.Application.Id)!.Status);
        Log.AssertIs("inside waits", "idle inside", "inside resumed ", "after", "w waits", "idle w", "persistable w");
    }

    [Fact]
    [Rule("7.7")]
    [Rule("7.1")]
    public void Unload_WhileAnAsynchronousActivityRuns_WaitsForItsEnd()
    {
        Operation operation = new(Log, "operation");
        Sequence root = new() { Activities = { operation, new Step(Log, "after") } };
        Hosted hosted = With(root).Run();
        Task unloaded = hosted.Application.UnloadAsync();
        Assert.False(unloaded.IsCompleted);
        operation.Succeed();
        Assert.True(unloaded.IsCompletedSuccessfully);
        Log.AssertIs("operation starts", "idle", "unloaded");
        Loaded(root, hosted.Application.Id).Run();
        Assert.Equal(["after", "completed Closed", "unloaded"], Log.Entries[3..]);
    }

    [Fact]
    [Rule("7.1")]
    public void Persist_WhileAResumptionIsQueued_ComesAfterIt()
    {
        Task? persisted = null;
        Hosted? hosted = null;
        Collector collector = new(record =>
        {
            if (record is Workflow.Tracking.BookmarkResumptionRecord)
            {
                persisted = hosted!.Application.PersistAsync();
            }
        });
        hosted = With(new Sequence { Activities = { new Wait(Log, "w"), new Wait(Log, "v") } }, collector, new Saver(Log)).Run();
        hosted.Resume("w", 1);
        Assert.True(persisted!.IsCompletedSuccessfully);
        Assert.Equal(["w resumed 1", "save collects"], Log.Entries[3..5]);
    }

    [Theory]
    [InlineData(PersistableIdleAction.None, "idle w|persistable w", null)]
    [InlineData(PersistableIdleAction.Persist, "idle w|persistable w", InstanceStatus.Idle)]
    [InlineData(PersistableIdleAction.Unload, "idle w|persistable w|unloaded", InstanceStatus.Idle)]
    [Rule("16.2")]
    [Rule("7.2")]
    public void PersistableIdle_ReturnedAction_IsExecuted(PersistableIdleAction action, string expected, InstanceStatus? status)
    {
        Hosted hosted = With(new Wait(Log, "w"));
        hosted.OnPersistable = action;
        hosted.Run();
        Assert.Equal(expected.Split('|'), Log.Entries[1..]);
        Assert.Equal(status, Summary(hosted.Application.Id)?.Status);
    }

    [Fact]
    [Rule("7.2")]
    public void PersistableIdle_OfAnUnsavableInstance_IsNotCalled()
    {
        Hosted hosted = With(new Sequence { Activities = { new NoPersistScope { Body = new Wait(Log, "inside") }, new Wait(Log, "w") } }).Run();
        hosted.Resume("inside");
        Log.AssertIs("inside waits", "idle inside", "inside resumed ", "w waits", "idle w", "persistable w");
    }

    [Fact]
    [Rule("7.2")]
    public async Task Operation_DuringTheHandlers_WaitsForTheirResult()
    {
        Task<BookmarkResumptionResult>? resumed = null;
        Task? asking = null;
        Hosted hosted = With(new Wait(Log, "w"));
        hosted.OnPersistable = PersistableIdleAction.Unload;
        hosted.Also["persistable"] = () => asking = OnThreadOfItsOwn.Run(() => resumed = hosted.Application.ResumeBookmarkAsync("w"));
        hosted.Run();
        await asking!.WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.NotReady, await resumed!.WaitAsync(HangGuard.Limit));
        Log.AssertIs("w waits", "idle w", "persistable w", "unloaded");
    }

    [Fact]
    [Rule("16.1.2")]
    public void PersistableIdle_OutOfRange_Aborts()
    {
        Hosted hosted = With(new Wait(Log, "w"));
        hosted.OnPersistable = (PersistableIdleAction)9;
        hosted.Run();
        Assert.StartsWith("aborted PersistableIdle returned '9'", Log.Entries[^1], StringComparison.Ordinal);
    }

    [Fact]
    [Rule("7.3")]
    public void PersistActivity_WithAStore_SavesAndContinues()
    {
        Sequence root = new() { Activities = { new Persist(), new Step(Log, "after"), new Wait(Log, "w") } };
        Hosted hosted = With(root).Run();
        Log.AssertIs("after", "w waits", "idle w", "persistable w");
        NoContext.Run(hosted.Application.Abort);
        Log.Clear();
        Loaded(root, hosted.Application.Id).Run();
        Log.AssertIs("after", "w waits", "idle w", "persistable w");
    }

    [Fact]
    [Rule("7.3")]
    [Rule("7.4")]
    public void PersistActivity_WithoutAStore_LetsParticipantsSave()
    {
        Hosted hosted = Hosted.Inline(Log, new Sequence { Activities = { new Persist(), new Step(Log, "after") } }, new Saver(Log));
        hosted.Run();
        Log.AssertIs("save collects", "after", "completed Closed", "save collects", "unloaded");
    }

    [Fact]
    [Rule("7.4")]
    [Rule("7.5.1")]
    public void Completion_WithAStore_IsSavedWithOutputs()
    {
        Probe root = new(Log, "root");
        root.Body = context => root.Output!.Set(context, 7);
        Hosted hosted = With(root);
        hosted.Application.AddInitialInstanceValues(new Dictionary<XName, object?> { ["first"] = "one" });
        hosted.Run();
        InstanceSummary saved = Summary(hosted.Application.Id)!;
        Assert.Equal(InstanceStatus.Closed, saved.Status);
        Assert.Contains(saved.Values, value => value.Key.LocalName == nameof(Probe.Output) && Equals(value.Value, 7));
        Assert.Equal("one", saved.Values["first"]);
        Assert.Null(saved.OwnerId);
    }

    [Fact]
    [Rule("7.4")]
    public void Termination_WithAStore_IsSavedAsFaulted()
    {
        Hosted hosted = With(new Wait(Log, "w")).Run();
        hosted.Do(application => application.TerminateAsync("enough"));
        Assert.Equal(InstanceStatus.Faulted, Summary(hosted.Application.Id)!.Status);
    }

    [Fact]
    [Rule("7.6.1")]
    [Rule("16.8")]
    public void Persist_OfAnUnsavableInstance_FailsAndTheInstanceContinues()
    {
        Variable<object> variable = new("log", _ => Log);
        Hosted hosted = With(new Sequence { Variables = { variable }, Activities = { new Wait(Log, "w") } }).Run();
        Assert.Contains("log", hosted.Fails<SnapshotException>(application => application.PersistAsync()).Message, StringComparison.Ordinal);
        hosted.Fails<SnapshotException>(application => application.UnloadAsync());
        hosted.Resume("w");
        Assert.Equal("completed Closed", Log.Entries[^2]);
    }

    [Fact]
    [Rule("16.8")]
    public void Save_ByTheRuntimeFails_Aborts()
    {
        Saver saver = new(Log) { OnCollect = () => throw new TimeoutException("late") };
        Hosted hosted = With(new Wait(Log, "w"), saver);
        hosted.OnPersistable = PersistableIdleAction.Persist;
        hosted.Run();
        With(new Persist(), saver).Run();
        With(new Step(Log, "step"), saver).Run();
        Log.AssertIs(
            "w waits", "idle w", "persistable w", "save collects", "w aborts", "aborted late",
            "save collects", "aborted late",
            "step", "completed Closed", "save collects", "aborted late");
    }

    [Fact]
    [Rule("16.8")]
    public void Persist_WithoutAStore_IsRefused()
    {
        Hosted hosted = Hosted.Inline(Log, new Wait(Log, "w")).Run();
        hosted.Fails<InvalidOperationException>(application => application.PersistAsync());
        hosted.Fails<InvalidOperationException>(application => application.UnloadAsync());
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
        hosted.Fails<WorkflowApplicationCompletedException>(application => application.PersistAsync());
        hosted.Do(application => application.UnloadAsync());
    }

    [Fact]
    [Rule("6.7")]
    public void Abort_AfterASave_UnlocksTheLastSavedState()
    {
        Sequence root = new() { Activities = { new Wait(Log, "a"), new Wait(Log, "b") } };
        Hosted first = With(root).Run();
        first.Do(application => application.PersistAsync());
        first.Resume("a");
        NoContext.Run(first.Application.Abort);
        first.Fails<WorkflowApplicationAbortedException>(application => application.PersistAsync());
        first.Fails<WorkflowApplicationAbortedException>(application => application.UnloadAsync());
        Assert.Equal(BookmarkResumptionResult.Success, Loaded(root, first.Application.Id).Resume("a"));
    }

    [Fact]
    [Rule("16.5")]
    public async Task Abort_DuringASave_CancelsTheSave()
    {
        IOSaver saver = new(Log);
        Hosted hosted = With(new Wait(Log, "w"), saver).Run();
        Task persisted = hosted.Application.PersistAsync();
        Assert.False(persisted.IsCompleted);
        NoContext.Run(() => hosted.Application.Abort("no more"));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => persisted.WaitAsync(HangGuard.Limit));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.Completion.WaitAsync(HangGuard.Limit));
        Assert.Equal("aborted no more", Log.Entries[^1]);
    }

    [Fact]
    [Rule("14.3")]
    public void Unload_WithATimer_StopsTheTimer()
    {
        Sequence root = new() { Activities = { new Delay { Duration = TimeSpan.FromMinutes(5) }, new Step(Log, "after") } };
        Hosted hosted = With(root).Run();
        hosted.Do(application => application.UnloadAsync());
        Assert.Equal(0, Clock.PendingTimers);
        Assert.Equal(Clock.GetUtcNow().AddMinutes(5), Summary(hosted.Application.Id)!.DueAt);
        Clock.Advance(TimeSpan.FromMinutes(6));
        Hosted second = With(root);
        second.Do(application => application.LoadRunnableAsync());
        second.Run();
        Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(["after", "completed Closed", "unloaded"], Log.Entries[^3..]);
    }

    [Fact]
    [Rule("7.8")]
    public void Load_WithParticipants_PublishesAfterSetInstance()
    {
        Wait root = new(Log, "w");
        Hosted first = With(root, new Saver(Log) { ReadWrite = new Dictionary<XName, object?> { ["kept"] = 5 } }).Run();
        first.Do(application => application.UnloadAsync());
        Log.Clear();
        Loaded(root, first.Application.Id, new Publishing(Log));
        Log.AssertIs("instance", "publish 5");
    }

    private sealed class Publishing(Log log) : PersistenceParticipant, IWorkflowInstanceExtension
    {
        public IEnumerable<object>? GetAdditionalExtensions() => null;

        public void SetInstance(WorkflowInstanceProxy instance) => log.Add("instance");

        protected override void PublishValues(IDictionary<XName, object?> readWriteValues) => log.Add($"publish {readWriteValues["kept"]}");
    }
}
