using System.Transactions;

namespace Workflow.Runtime.State;

/// <summary>The transaction of a workflow instance, and the scope that it isolates.</summary>
internal sealed class RuntimeTransaction(Frame scope, RuntimeTransactionHandle handle, Transaction transaction)
{
    public Frame Scope { get; } = scope;

    public RuntimeTransactionHandle Handle { get; } = handle;

    public Transaction Transaction { get; } = transaction;

    /// <summary>Returns true if the activity instance is the scope or is inside the scope.</summary>
    public bool Includes(Frame frame)
    {
        Frame? at = frame;
        while (at is not null && !ReferenceEquals(at, Scope))
        {
            at = at.Parent;
        }

        return at is not null;
    }

    /// <summary>True when the end of the transaction has begun.</summary>
    public bool IsEnding { get; set; }

    /// <summary>True if the instance is saved in the transaction at the next item boundary, after which the transaction is committed.</summary>
    public bool IsSaveDue { get; set; }

    /// <summary>The bookmark to resume after the commit; null if there is none.</summary>
    public Bookmark? Committed { get; set; }
}
