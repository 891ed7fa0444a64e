using System.Xml.Linq;
using OrderApproval.Approval;
using OrderApproval.Waiting;
using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Tests.Waiting;

public sealed class AskApproverTests
{
    private static readonly Referral Asked = new("SO-1", "sales", "over 1,000.00", 1_200.50m);

    [Fact]
    public async Task Ask_ThatWaits_WritesTheReferralForQueries()
    {
        InMemoryInstanceStore store = new(new FixedTime());
        WorkflowApplication application = NewApplication(store, new AskApprover { Referral = new(_ => Asked) });
        application.Run();
        await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => application.Completion);
        await AssertShownAsync(store);
    }

    [Fact]
    public async Task Ask_LoadedAndSavedAgain_StillWritesTheReferral()
    {
        InMemoryInstanceStore store = new(new FixedTime());
        AskApprover activity = new() { Referral = new(_ => Asked) };
        WorkflowApplication first = NewApplication(store, activity);
        first.Run();
        await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => first.Completion);

        WorkflowApplication second = NewApplication(store, activity);
        await second.LoadAsync(first.Id);
        await second.UnloadAsync();
        await AssertShownAsync(store);
    }

    [Fact]
    public async Task Ask_ResumedWithSomethingElse_FailsTheWorkflow()
    {
        WorkflowApplication application = NewApplication(null, new AskApprover { Referral = new(_ => Asked) });
        await application.ResumeBookmarkAsync(AskApprover.BookmarkOf("SO-1"), "yes");

        WorkflowCompletion completion = await application.Completion;
        Assert.StartsWith("The bookmark 'decision on SO-1' expects a decision; pass one.", completion.TerminationException?.Message, StringComparison.Ordinal);
    }

    private static async Task AssertShownAsync(InMemoryInstanceStore store)
    {
        List<InstanceSummary> saved = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "decision on SO-1" }, CancellationToken.None))
        {
            saved.Add(summary);
        }

        IReadOnlyDictionary<XName, object?> values = Assert.Single(saved).Values;
        XNamespace shown = "urn:order-approval";
        Assert.Equal(
            ("SO-1", "sales", "over 1,000.00", 1_200.50m),
            (values[shown + OrderNote.Number], values[shown + OrderNote.Approver], values[shown + OrderNote.Reason], values[shown + OrderNote.Total]));
    }

    private static WorkflowApplication NewApplication(InMemoryInstanceStore? store, Activity<Decision> definition) => new(definition)
    {
        InstanceStore = store,
        PersistableIdle = static _ => PersistableIdleAction.Unload,
    };
}
