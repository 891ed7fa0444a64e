using OrderApproval.Approval;
using OrderApproval.Reporting;
using OrderApproval.Storage;
using Workflow.Persistence;

namespace OrderApproval.Decisions;

/// <summary>Applies the decisions of approvers to the orders that wait for them.</summary>
/// <param name="desk">Hosts the workflows.</param>
/// <param name="orders">The orders in the store.</param>
/// <param name="notices">Receives a line while an order is locked by another program.</param>
internal sealed class DecisionDesk(ApprovalDesk desk, OrderViews orders, TextWriter notices)
{
    public async Task<DecisionAnswer> TakeAsync(OrderDecision decision, CancellationToken cancellationToken)
    {
        if (await orders.FindAsync(decision.Order, cancellationToken) is not { } order)
        {
            return new DecisionAnswer(null, $"order '{decision.Order}' is not known.");
        }

        if (!order.Waits)
        {
            return AnswerFor(order, decision);
        }

        if (order.HeldOn is { } machine)
        {
            await notices.WriteLineAsync(Texts.Printable(
                $"Order {order.Number} is locked by a program on '{machine}'. This program waits until it is released; after a crash, that takes 35 seconds at most."));
        }

        try
        {
            await desk.ResumeAsync(order, decision.ToDecision(), cancellationToken);
        }
        catch (InstancePersistenceException failure) when (failure is InstanceCompleteException or InstanceNotReadyException)
        {
            // Another program was faster. The order shows the decision of that program.
        }

        return await orders.FindAsync(decision.Order, CancellationToken.None) is { } decided
            ? AnswerFor(decided, decision)
            : new DecisionAnswer(null, $"order '{order.Number}' is no longer in the store.");
    }

    /// <summary>
    /// Returns the order if it was decided in the same way by a person: a decision can be repeated, for example after the program was killed. Otherwise returns
    /// an error message.
    /// </summary>
    private static DecisionAnswer AnswerFor(StoredOrder order, OrderDecision decision) =>
        order.Approver is not null && order.Outcome == decision.ToDecision().Outcome
            ? new DecisionAnswer(order)
            : new DecisionAnswer(null, $"order '{order.Number}' does not wait: it is {order.Decision}.");
}
