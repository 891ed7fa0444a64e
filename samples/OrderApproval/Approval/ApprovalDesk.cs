using OrderApproval.Credit;
using OrderApproval.Orders;
using Workflow;

namespace OrderApproval.Approval;

/// <summary>Hosts the workflow: one definition, one run of it for each order, many runs at once.</summary>
internal sealed class ApprovalDesk
{
    public const int OrdersAtOnce = 100;

    private readonly WorkflowInvoker _invoker = new(new ApprovalWorkflow());

    public ApprovalDesk(CreditService credit) => _invoker.Extensions.Add(credit);

    /// <summary>Decides the orders, several at a time; the decisions come back in the order of the orders.</summary>
    public async Task<IReadOnlyList<DecidedOrder>> DecideAsync(IReadOnlyList<Order> orders, CancellationToken cancellationToken)
    {
        DecidedOrder[] decided = new DecidedOrder[orders.Count];
        ParallelOptions options = new() { MaxDegreeOfParallelism = OrdersAtOnce, CancellationToken = cancellationToken };
        await Parallel.ForAsync(0, orders.Count, options, async (index, token) => decided[index] = await DecideAsync(orders[index], token));
        return decided;
    }

    public async Task<DecidedOrder> DecideAsync(Order order, CancellationToken cancellationToken)
    {
        Dictionary<string, object?> inputs = new() { [nameof(ApprovalWorkflow.Order)] = order };
        IDictionary<string, object?> outputs = await _invoker.InvokeAsync(inputs, cancellationToken);
        return new DecidedOrder(order, (Decision)outputs[nameof(ApprovalWorkflow.Result)]!, (Pricing.Quote?)outputs[nameof(ApprovalWorkflow.Quote)]);
    }
}
