using System.Transactions;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A participant of the current transaction that logs the outcome of the transaction.</summary>
internal sealed class Enlisted : IEnlistmentNotification
{
    private readonly Log _log;
    private readonly string _name;
    private readonly bool _refuses;

    private Enlisted(Log log, string name, bool refuses)
    {
        _log = log;
        _name = name;
        _refuses = refuses;
    }

    /// <summary>Enlists in <see cref="Transaction.Current"/>. Fails the test if there is none.</summary>
    public static void In(Log log, string name, bool refuses = false)
    {
        Assert.NotNull(Transaction.Current);
        Transaction.Current.EnlistVolatile(new Enlisted(log, name, refuses), EnlistmentOptions.None);
    }

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        if (_refuses)
        {
            _log.Add($"{_name} refuses");
            preparingEnlistment.ForceRollback();
        }
        else
        {
            preparingEnlistment.Prepared();
        }
    }

    public void Commit(Enlistment enlistment)
    {
        _log.Add($"{_name} committed");
        enlistment.Done();
    }

    public void Rollback(Enlistment enlistment)
    {
        _log.Add($"{_name} rolled back");
        enlistment.Done();
    }

    public void InDoubt(Enlistment enlistment) => enlistment.Done();
}
