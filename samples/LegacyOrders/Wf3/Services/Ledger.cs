using System;
using System.Collections;
using System.IO;
using System.Transactions;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Services;

/// <summary>Books money in the transaction that saves the workflow instance.</summary>
public class Ledger : IPendingWork
{
    private readonly TextWriter _output;

    public Ledger(TextWriter output)
    {
        _output = output;
    }

    public decimal Booked { get; private set; }

    public bool MustCommit(ICollection items)
    {
        return true;
    }

    public void Commit(Transaction transaction, ICollection items)
    {
        foreach (object item in items)
        {
            _output.WriteLine("    ledger: {0} in a transaction", item);
        }
    }

    public void Complete(bool succeeded, ICollection items)
    {
        foreach (object item in items)
        {
            if (succeeded && item is decimal)
            {
                Booked += (decimal)item;
            }
        }
    }
}
