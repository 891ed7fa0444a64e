using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Instances;

/// <summary>
/// The state of one workflow instance that is not kept by one of its activity instances. It refers to its program, and to nothing that runs it.
/// </summary>
/// <remarks>Used by the thread that owns the instance.</remarks>
internal sealed class InstanceState(Program program)
{
    public readonly Program Program = program;

    /// <summary>Null before the instance has begun.</summary>
    public Frame? Root;

    public ExecutionOutcome Outcome;

    /// <summary>The reason of an abort or a termination; null otherwise, and when no reason was given.</summary>
    public Exception? Reason;

    /// <summary>The number of the activity instance that was created last.</summary>
    public long LastInstance;

    /// <summary>Properties, zones, transactions, saves or secondary roots are, or were, in use. Most instances never use any.</summary>
    public bool UsesScopes;

    /// <summary>There may be work that begins only when the queue is empty.</summary>
    public bool HasIdleWork;

    /// <summary>The transaction that isolates a part of the instance; null for none (rule 10.2).</summary>
    public RuntimeTransaction? Transaction;

    /// <summary>How many asynchronous operations have begun and have neither ended nor been abandoned.</summary>
    public int OutstandingOperations;

    /// <summary>How many execution properties there are.</summary>
    public int Properties;

    /// <summary>How many exclusive handles are registered; without any, no bookmark keeps another one from being resumed (rule 8.7).</summary>
    public int ExclusiveHandles;

    /// <summary>How many reasons there are not to save the instance: entered zones, outstanding operations, a transaction (rule 7.1).</summary>
    public int NoPersistCount;

    /// <summary>The bookmarks of the activities that wait for a save, in the order of their requests; null for none.</summary>
    public Queue<Bookmark>? SaveRequests;

    public bool HasEnded => Outcome != ExecutionOutcome.Running;

    public bool HasSaveRequests => SaveRequests is { Count: > 0 };

    /// <summary>Whether an active transaction isolates itself from the activity instance (rule 10.2).</summary>
    public bool IsExcluded(Frame frame) => Transaction is { } transaction && !transaction.Includes(frame);

    /// <summary>Whether the activity instance is the one that the active transaction isolates.</summary>
    public bool IsTransactionScope(Frame frame) => ReferenceEquals(Transaction?.Scope, frame);

    /// <summary>Whether a failure of the active transaction aborts the whole instance (rules 10.3 and 10.5).</summary>
    public bool AbortsWithTransaction => Transaction is { Handle.AbortInstanceOnTransactionFailure: true };

    /// <summary>Makes the object ready for another instance of the program.</summary>
    public void Reset()
    {
        Root = null;
        Reason = null;
        LastInstance = 0;
        if (UsesScopes)
        {
            ResetScopes();
        }

        OutstandingOperations = 0;
        NoPersistCount = 0;
    }

    private void ResetScopes()
    {
        UsesScopes = false;
        HasIdleWork = false;
        Transaction = null;
        Properties = 0;
        ExclusiveHandles = 0;
        SaveRequests?.Clear();
    }
}
