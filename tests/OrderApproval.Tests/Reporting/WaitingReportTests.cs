using System.Globalization;
using OrderApproval.Reporting;
using OrderApproval.Storage;

namespace OrderApproval.Tests.Reporting;

public sealed class WaitingReportTests
{
    private static readonly DateTimeOffset Since = new(2025, 3, 4, 10, 15, 2, TimeSpan.FromHours(1));

    [Fact]
    public void Render_OfTwoOrders_ListsApproversAndReasons() =>
        Assert.Equal(
            """

            2 orders wait for a decision:
            Order     Total  Waits for       Since (UTC)          Reason
            SO-1   1,200.50  sales           2025-03-04 09:15:02  over 1,000.00
            SO-22      3.24  export control  2025-03-04 09:15:02  CR-1?[2J

            """,
            WaitingReport.Render(
                [Waiting("SO-1", "sales", "over 1,000.00", 1_200.50m), Waiting("SO-22", "export control", "CR-1\u001b[2J", 3.24m)],
                showsAll: false),
            ignoreLineEndingDifferences: true);

    [Fact]
    public void Render_OfManyOrders_ShowsTheFirstOrAll()
    {
        StoredOrder[] many =
        [
            .. Enumerable.Range(0, Report.FirstRows + 2).Select(i => Waiting(i.ToString(CultureInfo.InvariantCulture), "sales", "large", 1m)),
        ];
        Assert.Contains("... and 2 more", WaitingReport.Render(many, showsAll: false), StringComparison.Ordinal);
        Assert.DoesNotContain("more;", WaitingReport.Render(many, showsAll: true), StringComparison.Ordinal);
    }

    [Fact]
    public void Render_OfNothing_IsEmpty() => Assert.Equal("", WaitingReport.Render([], showsAll: true));

    private static StoredOrder Waiting(string number, string approver, string reason, decimal total) =>
        new(Guid.Empty, number, "Idle", Since) { Approver = approver, Reason = reason, Total = total };
}
