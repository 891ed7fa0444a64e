using OrderApproval.Credit;

namespace OrderApproval.Tests.Credit;

/// <summary>A credit service whose answers come from the test.</summary>
internal sealed class StubCreditService(Func<string, CancellationToken, Task<CreditAccount?>> answer) : CreditService
{
    public StubCreditService(CreditAccount? account)
        : this((_, _) => Task.FromResult(account))
    {
    }

    public static StubCreditService Generous => new(new CreditAccount(Rating.A, 1_000_000m, 0m));

    public static StubCreditService Unreachable => new((_, _) => Task.FromException<CreditAccount?>(new CreditServiceException("no answer")));

    public override Task<CreditAccount?> FindAsync(string customer, CancellationToken cancellationToken) => answer(customer, cancellationToken);
}
