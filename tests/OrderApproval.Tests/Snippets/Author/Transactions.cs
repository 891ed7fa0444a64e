using System.Transactions;
using Workflow;
using Workflow.Statements;
using WorkflowScope = Workflow.Statements.TransactionScope;

namespace OrderApproval.Tests.Snippets;

internal static class Transactions
{
    public static Activity Transfer(Activity withdraw, Activity deposit) => new WorkflowScope
    {
        Timeout = TimeSpan.FromSeconds(20),
        Body = new Sequence { Activities = { withdraw, deposit } },
    };

    public static Activity TryTransfer(Activity withdraw, Activity deposit, Activity tellTheCustomer) => new TryCatch
    {
        Try = new WorkflowScope
        {
            AbortInstanceOnTransactionFailure = false,
            Body = new Sequence { Activities = { withdraw, deposit } },
        },
        Catches =
        {
            new Catch<InvalidOperationException>
            {
                Action = new ActivityAction<InvalidOperationException> { Handler = tellTheCustomer },
            },
        },
    };
}

public sealed class WriteToLedger : AsyncCodeActivity
{
    [RequiredArgument]
    public InArgument<string> Line { get; set; } = null!;

    protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        Transaction? transaction = context.GetProperty<RuntimeTransactionHandle>()?.GetCurrentTransaction(context);
        await Ledger.AppendAsync(Line.Get(context), transaction, cancellationToken);
    }
}

public sealed class InTransactionOf : NativeActivity
{
    private readonly Variable<RuntimeTransactionHandle> _handle = new();

    [RequiredArgument]
    public InArgument<Func<Transaction>> Begin { get; set; } = null!;

    public Activity? Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_handle);
    }

    protected override void Execute(NativeActivityContext context)
    {
        RuntimeTransactionHandle handle = _handle.Get(context);
        context.Properties.Add(handle.ExecutionPropertyName, handle);
        handle.RequestTransactionContext(context, OnContext, null);
    }

    private void OnContext(NativeActivityTransactionContext context, object? state)
    {
        context.SetRuntimeTransaction(Begin.Get(context)());
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}

internal static class Ledger
{
    public static List<string> Lines { get; } = [];

    /// <summary>Appends the line when the transaction commits, or at once if there is no transaction.</summary>
    public static Task AppendAsync(string line, Transaction? transaction, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (transaction is null)
        {
            Lines.Add(line);
        }
        else
        {
            transaction.TransactionCompleted += (_, completed) =>
            {
                if (completed.Transaction?.TransactionInformation.Status == TransactionStatus.Committed)
                {
                    Lines.Add(line);
                }
            };
        }

        return Task.CompletedTask;
    }
}
