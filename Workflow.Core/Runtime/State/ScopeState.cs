using Workflow.Foundation;

namespace Workflow.Runtime.State;

/// <summary>The part of an instance's state that few instances have: properties, transactions, requested saves, secondary roots, what is queued while nothing runs it, and the reason of an end before completion.</summary>
/// <remarks>Used by the thread that owns the instance.</remarks>
internal sealed class ScopeState
{
    /// <summary>The activities that wait for a transaction, in the order of their turns.</summary>
    public readonly List<ContextRequest> TransactionRequests = [];

    /// <summary>The activity instances without a parent beside the root, in the order in which they were scheduled (rule 11.1).</summary>
    public readonly List<Frame> SecondaryRoots = [];

    /// <summary>The bookmarks of the activities that wait for a save, in the order of their requests.</summary>
    public readonly Queue<Bookmark> SaveRequests = [];

    /// <summary>The transaction that isolates a part of the instance; null for none (rule 10.2).</summary>
    public RuntimeTransaction? Transaction;

    /// <summary>The host's ambient transaction as a property of the root; null until it is asked for, and when there is none (rule 10.6).</summary>
    public RuntimeTransactionHandle? Ambient;

    /// <summary>Goes on after the root has ended; null when no activity asked for it.</summary>
    public RootContinuation? RootContinuation;

    /// <summary>What is queued while no executor is attached, as after a load; null for nothing.</summary>
    public Deque<WorkItem>? Queue;

    /// <summary>The reason of an abort or a termination; null otherwise, and when no reason was given.</summary>
    public Exception? Reason;

    /// <summary>How many execution properties there are.</summary>
    public int Properties;

    /// <summary>How many execution properties set up the thread; only then items run between set-up and clean-up (rule 9.3).</summary>
    public int ThreadProperties;

    /// <summary>How many exclusive handles are registered.</summary>
    public int ExclusiveHandles;

    /// <summary>A cancel request for the root waits until the transaction is over (rule 6.3).</summary>
    public bool HasDeferredCancel;

    /// <summary>Nothing keeps the workflow going beside the root.</summary>
    public bool EndsWithRoot => RootContinuation is null && SecondaryRoots.Count == 0;

    /// <summary>Counts a property that was added.</summary>
    /// <returns>Whether it is the first one that sets up the thread.</returns>
    public bool CountProperty(object value)
    {
        Properties++;
        ExclusiveHandles += value is ExclusiveHandle ? 1 : 0;
        return value is IExecutionProperty && ThreadProperties++ == 0;
    }

    public void Reset()
    {
        if (TransactionRequests.Count + SecondaryRoots.Count + SaveRequests.Count > 0)
        {
            TransactionRequests.Clear();
            SecondaryRoots.Clear();
            SaveRequests.Clear();
        }

        Transaction = null;
        Ambient = null;
        RootContinuation = null;
        Queue = null;
        Reason = null;
        Properties = 0;
        ThreadProperties = 0;
        ExclusiveHandles = 0;
        HasDeferredCancel = false;
    }
}
