using System.Transactions;
using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class TransactionsTests
{
    private readonly string _name = Guid.NewGuid().ToString();

    [Fact]
    public void Transfer_BothSteps_AreWrittenTogether()
    {
        WorkflowInvoker.Invoke(Transactions.Transfer(Write("out"), Write("in")));
        Assert.Equal([Line("out"), Line("in")], Ledger.Lines.Where(line => line.StartsWith(_name, StringComparison.Ordinal)));
    }

    [Fact]
    public void TryTransfer_SecondStepFails_RollsBackAndRunsHandler()
    {
        Activity fails = new Throw { Exception = new InArgument<Exception>(_ => new InvalidOperationException("No such account.")) };
        WorkflowInvoker.Invoke(Transactions.TryTransfer(Write("out"), fails, Write("sorry")));
        Assert.Equal([Line("sorry")], Ledger.Lines.Where(line => line.StartsWith(_name, StringComparison.Ordinal)));
    }

    [Fact]
    public void InTransactionOf_Body_SeesTheNewTransaction()
    {
        CommittableTransaction begun = new();
        Transaction? seen = null;
        WorkflowInvoker.Invoke(new InTransactionOf { Begin = new(_ => () => begun), Body = new Look { Seen = transaction => seen = transaction } });
        Assert.Equal(begun, seen);
        Assert.Equal(TransactionStatus.Committed, begun.TransactionInformation.Status);
    }

    private string Line(string text) => $"{_name} {text}";

    private WriteToLedger Write(string text) => new() { Line = Line(text) };

    private sealed class Look : CodeActivity
    {
        public required Action<Transaction?> Seen { get; init; }

        protected override void Execute(CodeActivityContext context) => Seen(Transaction.Current);
    }
}
