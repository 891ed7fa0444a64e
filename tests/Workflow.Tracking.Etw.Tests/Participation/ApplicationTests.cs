using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Participation;

/// <summary>Tests of the events of an application that waits.</summary>
public sealed class ApplicationTests
{
    [Fact]
    public async Task Application_WithAnIdentity_IsReportedFromItsStartToItsEnd()
    {
        WorkflowIdentity identity = new("orders", new Version(2, 0), "shop");
        using Listener listener = new();
        await RunAsync(new EtwTrackingParticipant { ProfileName = "EndToEnd" }, identity, static () => { });
        Assert.Equal(["Started", "Completed"], listener.Events.Where(seen => seen.Id == 114).Select(seen => seen["State"]));
        Assert.All(listener.Events.Where(seen => seen.Id == 114), seen => Assert.Equal(identity.ToString(), seen["WorkflowDefinitionIdentity"]));
        Seen resumption = listener.Single("BookmarkResumptionRecord");
        Assert.Equal(("decision", "wait"), (resumption["Name"], resumption["OwnerName"]));
    }

    [Fact]
    public async Task Session_StartedWhileAnApplicationWaits_GetsLaterRecords()
    {
        Listener listener = null!;
        await RunAsync(new EtwTrackingParticipant(), null, () => listener = new Listener());
        using (listener)
        {
            Assert.Contains(listener.Events, seen => seen.Id == 103 && (string)seen["Name"] == "wait" && (string)seen["State"] == "Closed");
            Assert.Equal("Completed", listener.Events[^1]["State"]);
            Assert.Equal(
                Enumerable.Range(0, listener.Events.Count).Select(number => (object)(long)number),
                listener.Events.Select(seen => seen["RecordNumber"]));
        }
    }

    private static async Task RunAsync(TrackingParticipant participant, WorkflowIdentity? identity, Action whileItWaits)
    {
        WorkflowApplication application = new(new Sequence { DisplayName = "all", Activities = { new Wait() } }, identity);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Extensions.Add(participant);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        whileItWaits();
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("decision", "yes").WaitAsync(HangGuard.Limit));
        await application.Completion.WaitAsync(HangGuard.Limit);
    }

    private sealed class Wait : NativeActivity
    {
        public Wait() => DisplayName = "wait";

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decision");
    }
}
