using Workflow.Foundation;

namespace Workflow.Runtime.State;

/// <summary>
/// The part of an instance's state that few instances have: properties, transactions, requested saves, secondary roots, the items that are queued while no
/// executor runs the instance, and the reason of an abort or a termination.
/// </summary>
/// <remarks>Used only by the thread that owns the instance.</remarks>
internal sealed class ScopeState
{
    /// <summary>The requests of the activities that wait for a transaction, in the order in which they are granted.</summary>
    public readonly List<ContextRequest> TransactionRequests = [];

    /// <summary>The secondary roots: the activity instances without a parent besides the root, in the order in which they were scheduled (rule 11.1).</summary>
    public readonly List<Frame> SecondaryRoots = [];

    /// <summary>The bookmarks of the activities that wait for a save, in the order of their requests.</summary>
    public readonly Queue<Bookmark> SaveRequests = [];

    /// <summary>The transaction that isolates a part of the instance; null if there is none (rule 10.2).</summary>
    public RuntimeTransaction? Transaction;

    /// <summary>The host's ambient transaction as a property of the root; null before the first look-up, and if there is none (rule 10.6).</summary>
    public RuntimeTransactionHandle? Ambient;

    /// <summary>The work to do after the root has ended; null if no activity requested any.</summary>
    public RootContinuation? RootContinuation;

    /// <summary>The items that are queued while no executor is attached, as after a load; null if there are none.</summary>
    public Deque<WorkItem>? Queue;

    /// <summary>The reason of an abort or a termination; null if there was neither, and if no reason was given.</summary>
    public Exception? Reason;

    /// <summary>The number of execution properties.</summary>
    public int Properties;

    /// <summary>The number of execution properties that set up the thread. Only if there is one, items run between set-up and clean-up (rule 9.3).</summary>
    public int ThreadProperties;

    /// <summary>The number of registered exclusive handles.</summary>
    public int ExclusiveHandles;

    /// <summary>True if a cancel request for the root waits for the end of the transaction (rule 6.3).</summary>
    public bool HasDeferredCancel;

    /// <summary>True if the workflow completes as soon as the root has completed.</summary>
    public bool EndsWithRoot => RootContinuation is null && SecondaryRoots.Count == 0;

    /// <summary>Counts an added property.</summary>
    /// <returns>True if it is the first property that sets up the thread.</returns>
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
