using Workflow;

namespace OrderApproval.Credit;

/// <summary>Requests a credit report about a customer from the credit service. No thread is blocked while the activity waits for the answer.</summary>
internal sealed class CheckCredit : AsyncCodeActivity<CreditReport>
{
    [RequiredArgument]
    public InArgument<string> Customer { get; set; } = null!;

    [RequiredArgument]
    public InArgument<decimal> Amount { get; set; } = null!;

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);

        // If the host has no such service, the run fails before the first activity.
        metadata.RequireExtension<CreditService>();
    }

    protected override async Task<CreditReport> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        CreditService service = context.GetExtension<CreditService>()!;
        decimal amount = Amount.Get(context);
        CreditAccount? account = await service.FindAsync(Customer.Get(context), cancellationToken);
        if (account is null)
        {
            return new CreditReport(CreditAnswer.UnknownCustomer);
        }

        decimal available = account.Limit - account.Open;
        return new CreditReport(amount <= available ? CreditAnswer.Granted : CreditAnswer.OverLimit, account.Rating, available);
    }
}
