using OrderApproval.Orders;
using Workflow;
using static OrderApproval.Tests.SampleOrders;

namespace OrderApproval.Tests.Orders;

public sealed class ValidateOrderTests
{
    [Fact]
    public void ValidateOrder_OfAValidOrder_FindsNoProblem() => Assert.Empty(Validate(Valid));

    [Fact]
    public void ValidateOrder_WithSeveralProblems_FindsAllOfThem() => Assert.Equal(
        [
            "no deliveries to 'XX'",
            "A: quantity 0 is not 1 to 10000",
            "B: quantity 10001 is not 1 to 10000",
            "B: price 0.00 is not above 0 and up to 1000000",
        ],
        Validate(Of(Line(0, 1m, "A"), Line(10_001, 0m, "B")) with { Country = "XX" }));

    [Fact]
    public void ValidateOrder_WithoutItems_ReportsTheProblem() => Assert.Equal(["no items"], Validate(Of()));

    [Fact]
    public void ValidateOrder_WithoutAnOrder_IsRefusedBeforeItRuns()
    {
        ArgumentException missing = Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new ValidateOrder()));
        Assert.Contains("'Order'", missing.Message, StringComparison.Ordinal);
    }

    private static IReadOnlyList<string> Validate(Order order)
    {
        IDictionary<string, object?> outputs = WorkflowInvoker.Invoke(new ValidateOrder(), new Dictionary<string, object?> { ["Order"] = order });
        return (IReadOnlyList<string>)outputs["Problems"]!;
    }
}
