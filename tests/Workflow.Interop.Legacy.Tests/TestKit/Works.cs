using System.Collections;
using System.Transactions;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Pending work that records the calls of its methods.</summary>
public sealed class Works(string name, List<string> trace) : IPendingWork
{
    public bool Must { get; set; }

    public Exception? OnCommit { get; set; }

    public Exception? OnComplete { get; set; }

    public Exception? OnMust { get; set; }

    public List<string> Transactions { get; } = [];

    public void Commit(Transaction transaction, ICollection items)
    {
        trace.Add($"{name} commits {Text(items)}");
        Transactions.Add(transaction.TransactionInformation.LocalIdentifier);
        Assert.Same(Transaction.Current, transaction);
        if (OnCommit is not null)
        {
            throw OnCommit;
        }
    }

    public void Complete(bool succeeded, ICollection items)
    {
        trace.Add($"{name} {(succeeded ? "done" : "failed")} {Text(items)}");
        if (OnComplete is not null)
        {
            throw OnComplete;
        }
    }

    public bool MustCommit(ICollection items) => OnMust is null ? Must : throw OnMust;

    private static string Text(ICollection items) => string.Join(',', items.Cast<object>());
}
