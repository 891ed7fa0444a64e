using OrderApproval.Approval;
using OrderApproval.Reporting;

namespace OrderApproval.Tests.Reporting;

public sealed class ReportTests
{
    private static readonly DecidedOrder Approved = new(SampleOrders.Valid, new Decision(Outcome.Approved, "fine"), 1_190m);
    private static readonly DecidedOrder Rejected = new(SampleOrders.Valid with { Id = "SO-2222" }, new Decision(Outcome.Rejected, "no\u001b[2Jitems"), null);

    [Fact]
    public void Render_OfTwoOrders_AlignsThemAndSumsUp()
    {
        string text = Report.Render([Approved, Rejected], started: 2, refused: 1, TimeSpan.FromSeconds(0.5), showsAll: false);
        Assert.Equal(
            """
            Order    Placed      Customer  Country     Total  Outcome   Reason
            SO-1     2025-03-03  C-1       DE       1,190.00  Approved  fine
            SO-2222  2025-03-03  C-1       DE              -  Rejected  no?[2Jitems

            Outcome   Orders     Total
            Approved       1  1,190.00
            Referred       0      0.00
            Held           0      0.00
            Rejected       1      0.00

            2 orders in 0.500 s: 4 orders a second, up to 25 at once.
            1 line was refused.

            """,
            text,
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public void Render_OfManyOrders_ShowsTheFirstOrAll()
    {
        DecidedOrder[] many = [.. Enumerable.Repeat(Approved, Report.FirstRows + 2)];
        Assert.Contains("... and 2 more", Report.Render(many, many.Length, 0, TimeSpan.Zero, showsAll: false), StringComparison.Ordinal);
        Assert.DoesNotContain("more;", Report.Render(many, many.Length, 0, TimeSpan.Zero, showsAll: true), StringComparison.Ordinal);
    }

    [Fact]
    public void Render_OfOrdersThatTheStoreHad_CountsThem()
    {
        string text = Report.Render([Approved, Rejected], started: 0, refused: 0, TimeSpan.FromSeconds(0.5), showsAll: false);
        Assert.DoesNotContain("orders a second", text, StringComparison.Ordinal);
        Assert.EndsWith($"2 orders were in the store already.{Environment.NewLine}", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_OfNothing_PrintsTheHeadings() =>
        Assert.StartsWith("Order  Placed", Report.Render([], 0, 0, TimeSpan.Zero, showsAll: false), StringComparison.Ordinal);
}
