using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class GettingStartedTests
{
    [Theory]
    [InlineData("DE", 490)]
    [InlineData("CH", 1_650)]
    [InlineData("FR", 1_050)]
    public async Task ShippingCost_OfACountry_IsTheSameBothWays(string country, int cents)
    {
        Assert.Equal(cents / 100m, GettingStarted.CostOf(country, 3.5m));
        Assert.Equal(cents / 100m, await GettingStarted.CostOfAsync(country, 3.5m, CancellationToken.None));
    }

    [Fact]
    public void WithOwnStep_Run_CountsTheWords() => Assert.Equal("3 words\n", GettingStarted.Output(GettingStarted.WithOwnStep()));

    [Fact]
    public void WithFault_OfThatType_CatchesIt() => Assert.Equal(
        "Too late: 5 s\nDone.\n",
        GettingStarted.Output(GettingStarted.WithFault(new Throw { Exception = new(_ => new TimeoutException("5 s")) })));

    [Fact]
    public void InParallel_WithABranchThatWaits_RunsTheOtherMeanwhile() =>
        Assert.Equal("quick\nslow\nboth are done\n", GettingStarted.Output(GettingStarted.InParallel()));

    [Fact]
    public void Invalid_WithTwoMistakes_NamesBoth()
    {
        string message = GettingStarted.Invalid();
        Assert.Contains("'Large?' (Sequence/Large?)", message, StringComparison.Ordinal);
        Assert.Contains("'CountWords' (Sequence/CountWords)", message, StringComparison.Ordinal);
    }
}
