using Workflow;
using Workflow.Statements;

namespace OrderService;

/// <summary>Waits for a decision about an order, and ships it.</summary>
public sealed class OrderWorkflow : Activity<string>
{
    public OrderWorkflow()
    {
        Variable<Decision> decision = new("decision");
        Implementation = () => new Sequence
        {
            Variables = { decision },
            Activities =
            {
                new WaitForBookmark<Decision>("decide") { Result = decision },
                new If(context => decision.Get(context)!.IsApproved)
                {
                    Then = new Sequence
                    {
                        Activities =
                        {
                            // If the warehouse does not answer, the call is repeated; the delays survive the end of the process.
                            new Retry { Body = new Ship { Order = new(context => Order.Get(context)) }, MaxAttempts = 5 },
                            new Assign<string>
                            {
                                To = new(context => Result!.Get(context)),
                                Value = new(context => $"shipped to {Order.Get(context)!.Customer}")
                            },
                        },
                    },
                    Else = new Assign<string> { To = new(context => Result!.Get(context)), Value = new(context => $"refused by {decision.Get(context)!.By}") },
                },
            },
        };
    }

    [RequiredArgument]
    public InArgument<Order> Order { get; set; } = null!;
}
