using Workflow;
using Workflow.Statements;
using Workflow.Tracking;

namespace OrderApproval.Tests.Snippets;

/// <summary>Tests of the code of docs/host/tracking.md.</summary>
public sealed class TrackingTests
{
    [Fact]
    public void ConsoleParticipant_ShowsWhatHappens()
    {
        StringWriter text = new() { NewLine = "\n" };
        WorkflowInvoker invoker = new(new Sequence
        {
            DisplayName = "ship",
            Activities = { new SendParcel { DisplayName = "send", Address = "Main Street 1" } }
        });
        invoker.Extensions.Add(new ConsoleParticipant(text));
        invoker.Invoke();
        Assert.Equal(
            [
                "0: the workflow is Started", "1: ActivityScheduledRecord", "2: ship is Executing", "3: ActivityScheduledRecord", "4: send is Executing",
                "5: CustomTrackingRecord", "6: send is Closed", "7: ship is Closed", "8: the workflow is Completed",
            ],
            text.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void Profile_AsksForParcelsOnly()
    {
        StringWriter text = new() { NewLine = "\n" };
        WorkflowInvoker invoker = new(new SendParcel { Address = "Main Street 1" });
        invoker.Extensions.Add(new ConsoleParticipant(text) { TrackingProfile = TrackingSnippets.ForSupport() });
        invoker.Invoke();
        Assert.Equal("0: CustomTrackingRecord\n", text.ToString());
    }

    [Fact]
    public async Task AuditFile_HasEachRecord()
    {
        using TemporaryFile file = new();
        WorkflowInvoker invoker = new(new SendParcel { Address = "Main Street 1" });
        invoker.Extensions.Add(new AuditFile(file.Path));
        await invoker.InvokeAsync();
        Assert.Equal(6, (await File.ReadAllLinesAsync(file.Path)).Length);
    }

    [Fact]
    public async Task AuditFile_ThatCannotBeWritten_AbortsTheWorkflow()
    {
        WorkflowInvoker invoker = new(new SendParcel { Address = "Main Street 1" });
        invoker.Extensions.Add(new AuditFile(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName(), "no such folder")));
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => invoker.InvokeAsync());
    }
}
