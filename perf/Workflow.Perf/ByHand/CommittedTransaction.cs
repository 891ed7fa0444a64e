using System.Transactions;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of a transaction scope: begins a transaction, makes it the current one for the body, and commits it.</summary>
internal sealed class CommittedTransaction(int passes, Step body) : Step
{
    public override void Run()
    {
        for (int pass = 0; pass < passes; pass++)
        {
            using CommittableTransaction transaction = new();
            Transaction.Current = transaction;
            body.Run();
            Transaction.Current = null;
            transaction.Commit();
        }
    }
}
