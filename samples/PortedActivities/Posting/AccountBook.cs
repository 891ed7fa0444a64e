using System.Collections.Generic;
using System.Transactions;

namespace PortedActivities.Posting;

/// <summary>Accounts in memory that take part in the ambient transaction. Postings take effect when it commits. Supports one transaction at a time.</summary>
public sealed class AccountBook : IEnlistmentNotification
{
    private readonly Dictionary<string, decimal> _balances = new Dictionary<string, decimal>();
    private readonly List<KeyValuePair<string, decimal>> _pending = new List<KeyValuePair<string, decimal>>();

    public decimal this[string account]
    {
        get
        {
            decimal balance;
            return _balances.TryGetValue(account, out balance) ? balance : 0m;
        }
    }

    public void Post(string account, decimal amount)
    {
        if (_pending.Count == 0)
        {
            Transaction.Current.EnlistVolatile(this, EnlistmentOptions.None);
        }

        _pending.Add(new KeyValuePair<string, decimal>(account, amount));
    }

    void IEnlistmentNotification.Prepare(PreparingEnlistment preparingEnlistment)
    {
        preparingEnlistment.Prepared();
    }

    void IEnlistmentNotification.Commit(Enlistment enlistment)
    {
        foreach (KeyValuePair<string, decimal> posting in _pending)
        {
            _balances[posting.Key] = this[posting.Key] + posting.Value;
        }

        _pending.Clear();
        enlistment.Done();
    }

    void IEnlistmentNotification.Rollback(Enlistment enlistment)
    {
        _pending.Clear();
        enlistment.Done();
    }

    void IEnlistmentNotification.InDoubt(Enlistment enlistment)
    {
        enlistment.Done();
    }
}
