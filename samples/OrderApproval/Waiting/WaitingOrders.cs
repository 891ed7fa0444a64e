using Workflow.Persistence;

namespace OrderApproval.Waiting;

/// <summary>Which orders wait. The store is asked each time: this program keeps no list of its own, nor would another one that shares the store.</summary>
internal sealed class WaitingOrders(InstanceStore store)
{
    /// <summary>All of them, by the number of the order.</summary>
    public async Task<IReadOnlyList<WaitingOrder>> ListAsync(CancellationToken cancellationToken)
    {
        List<WaitingOrder> waiting = await QueryAsync(new InstanceQuery { Statuses = [InstanceStatus.Idle] }, cancellationToken);
        waiting.Sort((one, other) => string.CompareOrdinal(one.Referral.Order, other.Referral.Order));
        return waiting;
    }

    /// <summary>The one that is to be decided about; null when it does not wait.</summary>
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
