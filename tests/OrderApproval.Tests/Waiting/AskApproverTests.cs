using System.Xml.Linq;
using OrderApproval.Approval;
using OrderApproval.Waiting;
using Workflow.Persistence;
using Workflow.Testing;

namespace OrderApproval.Tests.Waiting;

public sealed class AskApproverTests
{
    private static readonly Referral Asked = new("SO-1", "sales", "over 1,000.00", 1_200.50m);

    [Fact]
    public async Task Ask_ThatWaits_WritesTheReferralForQueries()
    {
        await using TestHost host = new();
        await host.Start(new AskApprover { Referral = new(_ => Asked) }).RunUntilBookmarkAsync("decision on SO-1");
        await AssertShownAsync(host.Store!);
    }

    [Fact]
    public async Task Ask_LoadedAndSavedAgain_StillWritesTheReferral()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new AskApprover { Referral = new(_ => Asked) });
        await instance.ReloadAsync();
        await instance.ReloadAsync();
        await AssertShownAsync(host.Store!);
    }

    [Fact]
    public async Task Ask_ResumedWithSomethingElse_FailsTheWorkflow()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new AskApprover { Referral = new(_ => Asked) });
        await instance.ResumeAsync(AskApprover.BookmarkOf("SO-1"), "yes");
        Assert.StartsWith("The bookmark 'decision on SO-1' expects a decision; pass one.", instance.Result!.Exception?.Message, StringComparison.Ordinal);
    }

    private static async Task AssertShownAsync(InstanceStore store)
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
}
