using System.Globalization;
using OrderApproval.Credit;
using OrderApproval.Orders;
using OrderApproval.Pricing;
using OrderApproval.Waiting;
using Workflow;
using Workflow.Statements;
using Parallel = Workflow.Statements.Parallel;

namespace OrderApproval.Approval;

/// <summary>
/// Decides about one order: validate, price, check credit and export rules at the same time, then apply the approval rules, or wait for a person if they
/// are not enough.
/// </summary>
internal sealed class ApprovalWorkflow : Activity<Decision>
{
    private readonly Variable<IReadOnlyList<string>> _problems = new("problems");
    private readonly Variable<CreditReport> _credit = new("credit");
    private readonly Variable<string> _outage = new("outage");
    private readonly Variable<List<string>> _exportHolds = new("exportHolds", _ => []);

    public ApprovalWorkflow() => Implementation = Build;

    [RequiredArgument]
    public InArgument<Order> Order { get; set; } = null!;

    /// <summary>The price of the order; null if it cannot be priced.</summary>
    public OutArgument<Quote> Quote { get; set; } = new();

    private Sequence Build() => new()
    {
        DisplayName = "Approve an order",
        Variables = { _problems, _credit, _outage, _exportHolds },
        Activities =
        {
            new ValidateOrder { Order = new(context => Order.Get(context)), Problems = _problems },
            new If(context => _problems.Get(context).Count > 0)
            {
                DisplayName = "Invalid?",
                Then = Decide(Outcome.Rejected, context => string.Join("; ", _problems.Get(context))),
                Else = new Sequence
                {
                    DisplayName = "Price and check",
                    Activities =
                    {
                        new PriceOrder { Order = new(context => Order.Get(context)), Result = new(context => Quote.Get(context)) },

                        // While the credit check waits for its service, the lines are screened on the same thread.
                        new Parallel { Branches = { AskForCredit(), ScreenLines() } },
                        new If(context => _exportHolds.Get(context).Count > 0)
                        {
                            DisplayName = "Licence needed?",
                            Then = Ask("export control", context => string.Join("; ", _exportHolds.Get(context))),
                            Else = DecideByCredit(),
                        },
                    },
                },
            },
            new RecordDecision
            {
                Order = new(context => Order.Get(context).Id),
                Quote = new(context => Quote.Get(context)),
                Decision = new(context => Result!.Get(context)!),
            },
        },
    };

    /// <summary>An outage of the service does not end the workflow: it is caught, kept for the report, and leads to a decision.</summary>
    private TryCatch AskForCredit()
    {
        DelegateInArgument<CreditServiceException> fault = new("fault");
        return new TryCatch
        {
            DisplayName = "Ask for credit",
            Try = new CheckCredit
            {
                Customer = new(context => Order.Get(context).Customer),
                Amount = new(context => Quote.Get(context).Total),
                Result = _credit,
            },
            Catches =
            {
                new Catch<CreditServiceException>
                {
                    Action = new ActivityAction<CreditServiceException>
                    {
                        Argument = fault,
                        Handler = new Sequence
                        {
                            Activities =
                            {
                                new Assign<string> { To = _outage, Value = new(context => fault.Get(context).Message) },
                                new Assign<CreditReport> { To = _credit, Value = new(_ => new CreditReport(CreditAnswer.Unavailable)) },
                            },
                        },
                    },
                },
            },
        };
    }

    private ForEach<OrderLine> ScreenLines()
    {
        DelegateInArgument<OrderLine> line = new("line");
        Variable<string> reason = new("reason");
        return new ForEach<OrderLine>
        {
            DisplayName = "Screen the lines",
            Values = new(context => Order.Get(context).Lines),
            Body = new ActivityAction<OrderLine>
            {
                Argument = line,
                Handler = new Sequence
                {
                    DisplayName = "Screen a line",
                    Variables = { reason },
                    Activities =
                    {
                        new InvokeMethod
                        {
                            DisplayName = "Look up export rules",
                            TargetType = typeof(ExportRules),
                            MethodName = nameof(ExportRules.ReasonToHold),
                            Parameters =
                            {
                                new InArgument<string>(context => line.Get(context).Sku),
                                new InArgument<string>(context => Order.Get(context).Country)
                            },
                            Result = new OutArgument<string>(reason),
                        },
                        new If(context => reason.Get(context) is not null)
                        {
                            DisplayName = "Hold it?",
                            Then = new AddToCollection<string> { Collection = _exportHolds, Item = reason },
                        },
                    },
                },
            },
        };
    }

    private Switch<CreditAnswer> DecideByCredit() => new(context => _credit.Get(context).Answer)
    {
        DisplayName = "By credit",
        Cases =
        {
            [CreditAnswer.UnknownCustomer] = Decide(Outcome.Rejected, context => $"unknown customer {Order.Get(context).Customer}"),
            [CreditAnswer.OverLimit] = Decide(Outcome.Rejected, context => $"over the credit limit, {Money(_credit.Get(context).Available)} free"),
            [CreditAnswer.Unavailable] = Decide(Outcome.Held, context => $"credit service: {_outage.Get(context)}"),
            [CreditAnswer.Granted] = new Switch<Rating>(context => _credit.Get(context).Rating)
            {
                DisplayName = "By rating",
                Cases =
                {
                    [Rating.A] = ApproveUpTo(25_000m, "finance"),
                    [Rating.B] = ApproveUpTo(10_000m, "finance"),
                    [Rating.C] = ApproveUpTo(1_000m, "sales"),
                },
            },
        },
    };

    private If ApproveUpTo(decimal limit, string approver) => new(context => Quote.Get(context).Total <= limit)
    {
        DisplayName = $"Up to {Money(limit)}?",
        Then = Decide(Outcome.Approved, context => $"rating {_credit.Get(context).Rating}, up to {Money(limit)}"),
        Else = Ask(approver, context => $"over {Money(limit)} for rating {_credit.Get(context).Rating}"),
    };

    private AskApprover Ask(string approver, Func<ActivityContext, string> reason) => new()
    {
        DisplayName = $"Ask {approver}",
        Referral = new(context => new Referral(Order.Get(context).Id, approver, reason(context), Quote.Get(context).Total)),
        Result = new(context => Result!.Get(context)),
    };

    private Assign<Decision> Decide(Outcome outcome, Func<ActivityContext, string> reason) => new()
    {
        DisplayName = $"Decide: {outcome}",
        To = new(context => Result!.Get(context)),
        Value = new(context => new Decision(outcome, reason(context))),
    };

    private static string Money(decimal amount) => amount.ToString("N2", CultureInfo.InvariantCulture);
}
