using OrderApproval.Credit;

namespace OrderApproval.Tests.Credit;

public sealed class SimulatedCreditServiceTests
{
    private readonly SimulatedCreditService _service = new(TimeProvider.System);

    [Fact]
    public async Task Find_OfAKnownCustomer_ReturnsTheAccount() =>
        Assert.Equal(new CreditAccount(Rating.A, 60_000m, 4_250m), await _service.FindAsync("C-1001", CancellationToken.None));

    [Fact]
    public async Task Find_OfAnUnknownCustomer_ReturnsNull() => Assert.Null(await _service.FindAsync("C-9999", CancellationToken.None));

    [Fact]
    public async Task Find_DuringTheOutage_Throws() =>
        await Assert.ThrowsAsync<CreditServiceException>(() => _service.FindAsync("C-1019", CancellationToken.None));
}
