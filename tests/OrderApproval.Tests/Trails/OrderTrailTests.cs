using OrderApproval.Approval;
using OrderApproval.Orders;
using OrderApproval.Storage;
using OrderApproval.Tests.Approval;
using OrderApproval.Tests.Credit;
using OrderApproval.Trails;
using Workflow.Tracking;

namespace OrderApproval.Tests.Trails;

public sealed class OrderTrailTests
{
    [Fact]
    public async Task Trail_OrderDecidedAfterReload_HasAllRecords()
    {
        await using TestDesk desk = await TestDesk.OpenAsync(StubCreditService.Generous);
        Order order = SampleOrders.Of(SampleOrders.Line(1, 30_000m));
        StoredOrder waiting = await desk.ReferAsync(order);
        await desk.Desk.ResumeAsync(waiting, new Decision(Outcome.Approved, "paid"), CancellationToken.None);

        IReadOnlyList<TrackingRecord> records = desk.Trails.Of("SO-1")!.Records;
        string[] expected =
        [
            "the workflow starts",
            "'CheckCredit' begins",
            "'CheckCredit' ends with CreditReport { Answer = Granted, Rating = A, Available = 1000000 }",
            "'Ask finance' begins",
            "the workflow is saved and unloaded",
            "the workflow was loaded and continues",
            "'decision on SO-1' is resumed with Approved (paid)",
            "'ApprovalWorkflow' ends with Approved (finance: paid)",
            "the workflow is complete",
        ];
        Assert.Equal(expected, records.Select(TrailText.Describe).Where(expected.Contains));
        Assert.Equal(records.Select(record => record.RecordNumber).Distinct().Order(), records.Select(record => record.RecordNumber));
    }

    [Fact]
    public async Task Trail_OfAnOutage_NamesTheFaultAndItsHandler()
    {
        await using TestDesk desk = await TestDesk.OpenAsync(StubCreditService.Unreachable);
        await desk.DecideAsync(SampleOrders.Valid);
        Assert.Contains("'CheckCredit' fails: no answer; 'Ask for credit' handles it", desk.Trails.Of("SO-1")!.Records.Select(TrailText.Describe));
    }

    [Fact]
    public void Of_OrderWithoutRequest_IsNull()
    {
        TrailBook trails = new(order => order == "SO-2");
        Assert.Null(trails.Of("SO-1"));
        Assert.Same(trails.Of("SO-2"), trails.Of("SO-2"));
    }
}
