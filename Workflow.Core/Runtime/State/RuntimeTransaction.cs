using System.Transactions;

namespace Workflow.Runtime.State;

/// <summary>The transaction of a workflow instance, and the scope that it isolates.</summary>
internal sealed class RuntimeTransaction(Frame scope, RuntimeTransactionHandle handle, Transaction transaction)
{
    public Frame Scope { get; } = scope;

    public RuntimeTransactionHandle Handle { get; } = handle;

    public Transaction Transaction { get; } = transaction;

    /// <summary>Whether an activity instance lies in the scope, or is the scope.</summary>
    public bool Includes(Frame frame)
    {
        Frame? at = frame;
        while (at is not null && !ReferenceEquals(at, Scope))
        {
            at = at.Parent;
        }

        return at is not null;
    }

    /// <summary>Its end has begun.</summary>
    public bool IsEnding { get; set; }

    /// <summary>At the next boundary between two items, the instance is saved in it, and then it is committed.</summary>
    public bool IsSaveDue { get; set; }

    /// <summary>Resumed when it has been committed; null for none.</summary>
    public Bookmark? Committed { get; set; }
}
