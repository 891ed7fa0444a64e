using System.Collections.Frozen;

namespace OrderApproval.Credit;

/// <summary>Simulates a service on the network: it takes a few milliseconds, and fails for one customer.</summary>
internal sealed class SimulatedCreditService(TimeProvider time) : CreditService
{
    private const string CustomerWithOutage = "C-1019";
    private static readonly TimeSpan Latency = TimeSpan.FromMilliseconds(5);

    private static readonly FrozenDictionary<string, CreditAccount> Accounts = new Dictionary<string, CreditAccount>
    {
        ["C-1001"] = new(Rating.A, 60_000m, 4_250m),
        ["C-1002"] = new(Rating.B, 20_000m, 1_180m),
        ["C-1003"] = new(Rating.A, 45_000m, 0m),
        ["C-1004"] = new(Rating.C, 5_000m, 640m),
        ["C-1005"] = new(Rating.B, 15_000m, 2_900m),
        ["C-1006"] = new(Rating.A, 80_000m, 12_400m),
        ["C-1007"] = new(Rating.B, 12_000m, 0m),
        ["C-1008"] = new(Rating.C, 4_000m, 0m),
        ["C-1009"] = new(Rating.A, 50_000m, 8_320m),
        ["C-1010"] = new(Rating.B, 25_000m, 3_075m),
        ["C-1011"] = new(Rating.B, 18_000m, 950m),
        ["C-1012"] = new(Rating.C, 2_500m, 2_180m),
        ["C-1013"] = new(Rating.A, 120_000m, 15_600m),
        ["C-1014"] = new(Rating.B, 10_000m, 420m),
        ["C-1015"] = new(Rating.C, 6_000m, 1_250m),
        ["C-1016"] = new(Rating.A, 40_000m, 2_000m),
        ["C-1017"] = new(Rating.B, 16_000m, 5_340m),
        ["C-1018"] = new(Rating.C, 3_500m, 0m),
        ["C-1020"] = new(Rating.B, 22_000m, 1_900m),
        ["C-1021"] = new(Rating.A, 70_000m, 22_150m),
        ["C-1022"] = new(Rating.C, 8_000m, 3_100m),
    }.ToFrozenDictionary();

    public override async Task<CreditAccount?> FindAsync(string customer, CancellationToken cancellationToken)
    {
        await Task.Delay(Latency, time, cancellationToken);
        return customer == CustomerWithOutage
            ? throw new CreditServiceException($"no answer about customer {customer}")
            : Accounts.GetValueOrDefault(customer);
    }
}
