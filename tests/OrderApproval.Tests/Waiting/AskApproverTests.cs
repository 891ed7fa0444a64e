using OrderApproval.Approval;
using OrderApproval.Waiting;
using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Tests.Waiting;

public sealed class AskApproverTests
{
    private static readonly Referral Asked = new("SO-1", "sales", "over 1,000.00", 1_200.50m);

    [Fact]
    public async Task Ask_ThatWaits_ShowsTheReferralInTheStore()
    {
        InMemoryInstanceStore store = new(new FixedTime());
        WorkflowApplication application = NewApplication(store, new AskApprover { Referral = new(_ => Asked) });
        application.Run();
        await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => application.Completion);

        WaitingOrder waiting = Assert.Single(await new WaitingOrders(store).ListAsync(CancellationToken.None));
        Assert.Equal(new WaitingOrder(application.Id, new FixedTime().GetUtcNow(), Asked), waiting);
        Assert.Equal(waiting, await new WaitingOrders(store).FindAsync("SO-1", CancellationToken.None));
        Assert.Null(await new WaitingOrders(store).FindAsync("SO-2", CancellationToken.None));
    }

    [Fact]
    public async Task Ask_LoadedAndSavedAgain_StillShowsTheReferral()
    {
        InMemoryInstanceStore store = new(new FixedTime());
        AskApprover activity = new() { Referral = new(_ => Asked) };
        WorkflowApplication first = NewApplication(store, activity);
        first.Run();
        await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => first.Completion);

        WorkflowApplication second = NewApplication(store, activity);
        await second.LoadAsync(first.Id);
        await second.UnloadAsync();

        Assert.Equal(Asked, Assert.Single(await new WaitingOrders(store).ListAsync(CancellationToken.None)).Referral);
    }

    [Fact]
    public async Task Ask_ResumedWithSomethingElse_FailsTheWorkflow()
    {
        WorkflowApplication application = NewApplication(null, new AskApprover { Referral = new(_ => Asked) });
        await application.ResumeBookmarkAsync(AskApprover.BookmarkOf("SO-1"), "yes");

        WorkflowCompletion completion = await application.Completion;
        Assert.StartsWith("The bookmark 'decision on SO-1' expects a decision; pass one.", completion.TerminationException?.Message, StringComparison.Ordinal);
    }

    private static WorkflowApplication NewApplication(InMemoryInstanceStore? store, Activity<Decision> definition) => new(definition)
    {
        InstanceStore = store,
        PersistableIdle = static _ => PersistableIdleAction.Unload,
    };
}
