using System.Transactions;
using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>What an asynchronous invocation keeps of its caller: where it goes on, and the ambient values that it goes on with (rules 17.3 and 17.4).</summary>
internal readonly struct CallerContext
{
    private static readonly ContextCallback First = static invocation => RunInside((Invocation)invocation!, isFirst: true);
    private static readonly ContextCallback AfterWait = static invocation => RunInside((Invocation)invocation!, isFirst: false);

    private readonly ExecutionContext? _ambient;

    private CallerContext(SynchronizationContext? context, ExecutionContext? ambient, Transaction? transaction)
    {
        Context = context;
        _ambient = ambient;
        Transaction = transaction;
    }

    /// <summary>Where everything is posted; null: the invocation goes on wherever what it waits for ends.</summary>
    public SynchronizationContext? Context { get; }

    public Transaction? Transaction { get; }

    public static CallerContext Current => new(SynchronizationContext.Current, ExecutionContext.Capture(), Transaction.Current);

    /// <summary>Runs a turn on a thread of somebody else's, who keeps nothing of it.</summary>
    public void Run(Invocation invocation, bool isFirst)
    {
        ContextCallback turn = isFirst ? First : AfterWait;
        if (_ambient is null)
        {
            CleanContext.Run(turn, invocation);
        }
        else
        {
            ExecutionContext.Run(_ambient, turn, invocation);
        }
    }

    /// <summary>What the synchronization context is changed to goes with the ambient values; the transaction does not.</summary>
    private static void RunInside(Invocation invocation, bool isFirst)
    {
        CallerContext from = invocation.From;
        SynchronizationContext.SetSynchronizationContext(from.Context);
        Transaction? outer = Transaction.Current;
        if (ReferenceEquals(outer, from.Transaction))
        {
            invocation.RunTurn(isFirst);
            return;
        }

        Transaction.Current = from.Transaction;
        try
        {
            invocation.RunTurn(isFirst);
        }
        finally
        {
            Transaction.Current = outer;
        }
    }
}
