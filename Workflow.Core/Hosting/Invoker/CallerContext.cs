using System.Transactions;
using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>What an asynchronous invocation keeps of its caller: where it continues, and with which ambient values (rules 17.3 and 17.4).</summary>
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

    /// <summary>Where everything is posted; null: the invocation goes on wherever what it waits for ends.</summary>
    public SynchronizationContext? Context { get; }

    /// <summary>Null while the caller suppresses their flow.</summary>
    public ExecutionContext? Ambient { get; }

    public Transaction? Transaction { get; }

    /// <summary>The caller has neither a synchronization context nor a transaction.</summary>
    public bool IsPlain => Context is null && Transaction is null;

    public static CallerContext Current => new(SynchronizationContext.Current, ExecutionContext.Capture(), Transaction.Current);

    public static CallerContext Plain(ExecutionContext? ambient) => new(null, ambient, null);

    /// <summary>Runs a turn on a thread of another caller, which keeps none of its ambient values.</summary>
    public void Run(Invocation invocation, bool isFirst)
    {
        ContextCallback turn = isFirst ? First : AfterWait;
        if (Ambient is null)
        {
            CleanContext.Run(turn, invocation);
        }
        else
        {
            ExecutionContext.Run(Ambient, turn, invocation);
        }
    }

    /// <summary>What the synchronization context is changed to goes with the ambient values; the transaction does not.</summary>
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
