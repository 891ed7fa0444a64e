using OrderApproval.Approval;

namespace OrderApproval.Tests.Approval;

public sealed class ExportRulesTests
{
    [Theory]
    [InlineData("CR-7010", "CH", "CR-7010 needs an export licence for CH")]
    [InlineData("CR-7010", "DE", null)]
    [InlineData("KB-0110", "CH", null)]
    public void ReasonToHold_ForControlledItems_DependsOnTheCountry(string sku, string country, string? expected) =>
        Assert.Equal(expected, ExportRules.ReasonToHold(sku, country));
}
