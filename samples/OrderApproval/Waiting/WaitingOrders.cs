using Workflow.Persistence;

namespace OrderApproval.Waiting;

/// <summary>The orders that wait. Each call queries the store; the program keeps no list, so it also works for a store that several programs share.</summary>
internal sealed class WaitingOrders(InstanceStore store)
{
    /// <summary>All of them, by the number of the order.</summary>
    public async Task<IReadOnlyList<WaitingOrder>> ListAsync(CancellationToken cancellationToken)
    {
        List<WaitingOrder> waiting = await QueryAsync(new InstanceQuery { Statuses = [InstanceStatus.Idle] }, cancellationToken);
        waiting.Sort((one, other) => string.CompareOrdinal(one.Referral.Order, other.Referral.Order));
        return waiting;
    }

    /// <summary>The waiting order with that number; null if it does not wait.</summary>
    public async Task<WaitingOrder?> FindAsync(string order, CancellationToken cancellationToken)
    {
        InstanceQuery query = new() { BookmarkName = AskApprover.BookmarkOf(order), MaxCount = 1 };
        return (await QueryAsync(query, cancellationToken)).SingleOrDefault();
    }

    private async Task<List<WaitingOrder>> QueryAsync(InstanceQuery query, CancellationToken cancellationToken)
    {
        List<WaitingOrder> waiting = [];
        await foreach (InstanceSummary saved in store.QueryAsync(query, cancellationToken))
        {
            if (ReferralNote.Read(saved.Values) is { } referral)
            {
                waiting.Add(new WaitingOrder(saved.InstanceId, saved.Updated, referral));
            }
        }

        return waiting;
    }
}
