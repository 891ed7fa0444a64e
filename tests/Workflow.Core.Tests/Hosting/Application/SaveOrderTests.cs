using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>A save comes after the operations that were requested, and the resumptions that were accepted, before it (rules 7.1 and 7.7).</summary>
public sealed class SaveOrderTests : StoredApplications
{
    [Fact]
    [Rule("7.1")]
    public async Task Persist_WhileOtherItemsRunBeforeAResumption_ComesAfterIt()
    {
        Hosted? hosted = null;
        Task? persisted = null;
        int canceled = 0;
        Collector collector = new(record =>
        {
            if (record is Workflow.Tracking.CancelRequestedRecord && ++canceled == 2)
            {
                persisted = hosted!.Application.PersistAsync();
            }
        });
        PumpContext pump = new();
        Parallel root = new() { Branches = { new Wait(Log, "w") { IsDeaf = true }, new Wait(Log, "v") { IsDeaf = true } } };
        WorkflowApplication application = new(root) { SynchronizationContext = pump, InstanceStore = Store };
        application.Extensions.Add(collector);
        hosted = new Hosted(Log, application);
        application.Run();
        pump.Pump();
        Task<BookmarkResumptionResult> resumed = application.ResumeBookmarkAsync("w", new object());
        Task cancel = application.CancelAsync();
        pump.Pump();
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        await cancel.WaitAsync(HangGuard.Limit);
        await persisted!.WaitAsync(HangGuard.Limit);
        Assert.Contains("w resumed System.Object", Log.Entries);
    }

    [Theory]
    [InlineData(true, "completed Faulted enough")]
    [InlineData(false, "completed Canceled")]
    [Rule("7.7")]
    public async Task Unload_AfterAnEndRequest_DoesNotLoseIt(bool terminates, string expected)
    {
        PumpContext pump = new();
        Wait root = new(Log, "w");
        Hosted hosted = new(Log, new WorkflowApplication(root) { SynchronizationContext = pump, InstanceStore = Store });
        hosted.Application.Run();
        pump.Pump();
        Task end = terminates ? hosted.Application.TerminateAsync("enough") : hosted.Application.CancelAsync();
        Task unload = hosted.Application.UnloadAsync();
        pump.Pump();
        await end.WaitAsync(HangGuard.Limit);
        await unload.WaitAsync(HangGuard.Limit);
        AssertEnds(root, hosted, expected);
    }

    [Theory]
    [InlineData(UnhandledExceptionAction.Abort, "aborted late")]
    [InlineData(UnhandledExceptionAction.Cancel, "completed Canceled")]
    [InlineData(UnhandledExceptionAction.Terminate, "completed Faulted late")]
    [Rule("7.7")]
    [Rule("16.4")]
    public async Task Unload_DuringTheExceptionHandler_DoesNotLoseItsResult(UnhandledExceptionAction action, string expected)
    {
        Task? unload = null;
        Task? asking = null;
        Sequence root = new() { Activities = { new Step(Log, "step", new TimeoutException("late")), new Wait(Log, "w") } };
        Hosted hosted = With(root);
        hosted.OnUnhandled = action;
        hosted.Also["unhandled"] = () => asking = OnThreadOfItsOwn.Run(() => unload = hosted.Application.UnloadAsync());
        hosted.Run();
        await asking!.WaitAsync(HangGuard.Limit);
        await Record.ExceptionAsync(() => unload!.WaitAsync(HangGuard.Limit));
        await Record.ExceptionAsync(() => hosted.Application.Completion.WaitAsync(HangGuard.Limit));
        AssertEnds(root, hosted, expected);
    }

    /// <summary>Asserts that the end is reported; a cancellation may also complete after the instance has been loaded again.</summary>
    private void AssertEnds(Activity root, Hosted hosted, string expected)
    {
        if (Log.Entries[^1] == "unloaded" && Summary(hosted.Application.Id)!.Status is Workflow.Persistence.InstanceStatus.Executing)
        {
            Loaded(root, hosted.Application.Id).Run();
        }

        Assert.Contains(expected, Log.Entries);
    }
}
