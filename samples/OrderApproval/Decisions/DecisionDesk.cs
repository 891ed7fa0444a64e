using OrderApproval.Approval;
using OrderApproval.Orders;
using OrderApproval.Waiting;

namespace OrderApproval.Decisions;

/// <summary>Applies the decisions of approvers to the orders that wait for them.</summary>
internal sealed class DecisionDesk(ApprovalDesk desk, WaitingOrders waiting, OrderBook book)
{
    public async Task<DecisionAnswer> TakeAsync(OrderDecision decision, CancellationToken cancellationToken)
    {
        if (book.Find(decision.Order) is not { } order)
        {
            return new DecisionAnswer(null, $"order '{decision.Order}' is not known.");
        }

        if (book.DecisionOn(order.Id) is { } before)
        {
            return new DecisionAnswer(null, $"order '{order.Id}' does not wait: it is {before.Decision}.");
        }

        if (await waiting.FindAsync(order.Id, cancellationToken) is not { } found)
        {
            return new DecisionAnswer(null, $"order '{order.Id}' does not wait.");
        }

        DecidedOrder decided = await desk.ResumeAsync(order, found, decision.ToDecision(), cancellationToken);
        book.Note(decided);
        return new DecisionAnswer(decided);
    }
}
