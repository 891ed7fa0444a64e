using OrderApproval.Orders;
using OrderApproval.Pricing;
using Workflow;
using static OrderApproval.Tests.SampleOrders;

namespace OrderApproval.Tests.Pricing;

public sealed class PriceOrderTests
{
    [Fact]
    public void PriceOrder_OfAFewItems_AddsTax() => Assert.Equal(new Quote(100m, 0m, 19m), Price(Of(Line(2, 50m))));

    [Theory]
    [InlineData(9, 0)]
    [InlineData(10, 500)]
    [InlineData(49, 2_450)]
    [InlineData(50, 4_000)]
    [InlineData(100, 12_000)]
    public void PriceOrder_OfManyPieces_GivesVolumeDiscount(int quantity, int cents) =>
        Assert.Equal(cents / 100m, Price(Of(Line(quantity, 10m))).Discount);

    [Fact]
    public void PriceOrder_FromTenThousand_GivesTwoPercentMore()
    {
        Assert.Equal(0m, Price(Of(Line(1, 9_999.99m))).Discount);
        Assert.Equal(200m, Price(Of(Line(1, 10_000m))).Discount);
    }

    [Fact]
    public void PriceOrder_OfOddAmounts_RoundsEachToCents() => Assert.Equal(new Quote(0.33m, 0.02m, 0.06m), Price(Of(Line(11, 0.03m))));

    [Fact]
    public void PriceOrder_ForAnotherCountry_TakesItsRate() => Assert.Equal(8.1m, Price(Of(Line(1, 100m)) with { Country = "CH" }).Tax);

    private static Quote Price(Order order) => WorkflowInvoker.Invoke(new PriceOrder(), new Dictionary<string, object?> { ["Order"] = order });
}
