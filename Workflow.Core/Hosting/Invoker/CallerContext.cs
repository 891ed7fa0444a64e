using System.Transactions;
using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>
/// The context of the caller of an asynchronous invocation: where the invocation continues, and with which ambient values (rules 17.3 and 17.4).
/// </summary>
internal readonly struct CallerContext
{
    private static readonly ContextCallback First = static invocation => RunInside((Invocation)invocation!, isFirst: true);
    private static readonly ContextCallback AfterWait = static invocation => RunInside((Invocation)invocation!, isFirst: false);

    private CallerContext(SynchronizationContext? context, ExecutionContext? ambient, Transaction? transaction)
    {
        Context = context;
        Ambient = ambient;
        Transaction = transaction;
    }

    /// <summary>The context to which all turns are posted; null if the invocation continues on the thread on which its wait ends.</summary>
    public SynchronizationContext? Context { get; }

    /// <summary>The ambient values; null if the caller suppresses their flow.</summary>
    public ExecutionContext? Ambient { get; }

    public Transaction? Transaction { get; }

    /// <summary>True if the caller has neither a synchronization context nor a transaction.</summary>
    public bool IsPlain => Context is null && Transaction is null;

    public static CallerContext Current => new(SynchronizationContext.Current, ExecutionContext.Capture(), Transaction.Current);

    public static CallerContext Plain(ExecutionContext? ambient) => new(null, ambient, null);

    /// <summary>Runs a turn on any thread, with the ambient values of the caller. The thread keeps none of them.</summary>
    public void Run(Invocation invocation, bool isFirst)
    {
        ContextCallback turn = isFirst ? First : AfterWait;
        if (Ambient is null)
        {
            SuppressedFlow.Run(turn, invocation);
        }
        else
        {
            ExecutionContext.Run(Ambient, turn, invocation);
        }
    }

    /// <summary>Runs a turn inside the ambient values. Restoring them also restores the synchronization context, but not the transaction.</summary>
    private static void RunInside(Invocation invocation, bool isFirst)
    {
        CallerContext caller = invocation.Caller;
        SynchronizationContext.SetSynchronizationContext(caller.Context);
        Transaction? outer = Transaction.Current;
        bool isSame = ReferenceEquals(outer, caller.Transaction);
        if (!isSame)
        {
            Transaction.Current = caller.Transaction;
        }

        try
        {
            if (isFirst)
            {
                invocation.RunFirstTurn();
            }
            else
            {
                invocation.RunTurn();
            }
        }
        finally
        {
            if (!isSame)
            {
                Transaction.Current = outer;
            }
        }
    }
}
