using OrderApproval.Approval;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Tests.Credit;
using Workflow.Testing;
using static OrderApproval.Tests.SampleOrders;

namespace OrderApproval.Tests.Approval;

/// <summary>Tests of the workflow without the desk: step by step, and with a crash of the process at every point.</summary>
public sealed class ApprovalWorkflowStepTests
{
    private static readonly Order Large = Of(Line(1, 21_500m));

    [Fact]
    public async Task Workflow_LargeOrderReloaded_TakesTheDecision()
    {
        await using TestHost host = new(new TestHostOptions
        {
            AddExtensions = (extensions, _) => extensions.Add<CreditService>(new StubCreditService(new CreditAccount(Rating.A, 1_000_000m, 0m)))
        });
        TestInstance order = host.Start(new ApprovalWorkflow(), Inputs(Large));
        await order.RunUntilBookmarkAsync("decision on SO-1");
        order.Trace.AssertRan("Price and check", "Ask for credit", "Ask finance").AssertDidNotRun("Ask sales");

        await order.ReloadAsync();
        await order.ResumeAsync("decision on SO-1", new Decision(Outcome.Approved, "seen"));
        Assert.Equal(new Decision(Outcome.Approved, "finance: seen"), order.Result!.GetOutput<Decision>());
        order.Trace.AssertRan("RecordDecision");
    }

    [Fact]
    public async Task Workflow_CheckCreditReplaced_RunsTheReplacement()
    {
        WorkflowTestResult result = await WorkflowTest.RunAsync(
            new ApprovalWorkflow(), Inputs(Large), new TestHostOptions().Replace<CheckCredit>(with: _ => new UnknownCustomer()));
        Assert.Equal("unknown customer C-1", result.GetOutput<Decision>()!.Reason);
    }

    [Fact]
    public async Task Workflow_CrashAtAnyPoint_EndsWithTheSameDecision()
    {
        CrashReport report = await CrashTest.ExploreAsync(new ApprovalWorkflow(), new CrashTestOptions
        {
            Inputs = Inputs(Large),
            Events = [TestEvent.Resume("decision on SO-1", new Decision(Outcome.Rejected, "too large"))],
            AddExtensions = (extensions, _) => extensions.Add<CreditService>(new StubCreditService(new CreditAccount(Rating.A, 1_000_000m, 0m))),
            MustEndEqually = false,
            Verify = outcome => Assert.Equal(new Decision(Outcome.Rejected, "finance: too large"), outcome.Result.GetOutput<Decision>()),
        });
        Assert.Contains("after the save at 'decision on SO-1'", report.Points);
    }

    private static Dictionary<string, object?> Inputs(Order order) => new() { ["Order"] = order };

    private sealed class UnknownCustomer : Workflow.CodeActivity<CreditReport>
    {
        protected override CreditReport Execute(Workflow.CodeActivityContext context) => new(CreditAnswer.UnknownCustomer);
    }
}
