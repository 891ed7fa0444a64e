using Workflow.Definition;
using Workflow.Foundation;

namespace Workflow.Runtime.State;

/// <summary>
/// The complete state of one workflow instance, with the activity instances below <see cref="Root"/>. An idle instance consists of this object only; an
/// executor is attached only while work items run.
/// </summary>
/// <remarks>Used only by the thread that owns the instance.</remarks>
internal sealed class InstanceState(Program program) : InstanceCore(program)
{
    /// <summary>The root; null before the instance has begun.</summary>
    public Frame? Root;

    /// <summary>The outstanding bookmarks. A field, because the structure is modified in place.</summary>
    public BookmarkTable Bookmarks;

    /// <summary>The number of the activity instance that was created last.</summary>
    public long LastInstance;

    /// <summary>The number of asynchronous operations that have begun and have neither ended nor been abandoned.</summary>
    public int OutstandingOperations;

    /// <summary>The number of reasons not to save the instance: entered zones, outstanding operations, a transaction (rule 7.1).</summary>
    public int NoPersistCount;

    public ExecutionOutcome Outcome;

    /// <summary>True if there may be work that begins only when the queue is empty.</summary>
    public bool HasIdleWork;

    /// <summary>True if the host waits until the instance can be saved.</summary>
    public bool IsSaveAwaited;

    /// <summary>True if the application stops, so the tokens of operations are signaled (rule 7.7.1).</summary>
    public bool IsStopping;

    private ScopeState? _scopes;

    /// <summary>True if the instance uses, or has used, properties, zones, transactions, saves or secondary roots. Most instances never use any.</summary>
    public bool UsesScopes { get; private set; }

    public bool HasEnded => Outcome != ExecutionOutcome.Running;

    /// <summary>The queued work items; null if no executor is attached and nothing is queued.</summary>
    public Deque<WorkItem>? Queue => Port is { } port ? port.Queue : KnownScopes?.Queue;

    /// <summary>The data that few instances have; null before the first use.</summary>
    public ScopeState? KnownScopes => UsesScopes ? _scopes : null;

    /// <summary>The data that few instances have; created on first use.</summary>
    public ScopeState Scopes
    {
        get
        {
            UsesScopes = true;
            return _scopes ??= new ScopeState();
        }
    }

    /// <summary>The reason of an abort or a termination; null if there was neither, and if no reason was given.</summary>
    public Exception? Reason
    {
        get => KnownScopes?.Reason;
        set
        {
            if (value is not null || UsesScopes)
            {
                Scopes.Reason = value;
            }
        }
    }

    /// <summary>The transaction that isolates a part of the instance; null if there is none (rule 10.2).</summary>
    public RuntimeTransaction? Transaction => UsesScopes ? _scopes!.Transaction : null;

    public bool HasSaveRequests => UsesScopes && _scopes!.SaveRequests is { Count: > 0 };

    /// <summary>True if exclusive handles are registered. Only then can one bookmark prevent the resumption of another (rule 8.7).</summary>
    public bool HasExclusiveHandles => UsesScopes && _scopes!.ExclusiveHandles > 0;

    /// <summary>Returns true if an active transaction isolates a part of the instance that does not include the activity instance (rule 10.2).</summary>
    public bool IsExcluded(Frame frame) => Transaction is { } transaction && !transaction.Includes(frame);

    /// <summary>Returns true if the active transaction isolates this activity instance.</summary>
    public bool IsTransactionScope(Frame frame) => UsesScopes && ReferenceEquals(_scopes!.Transaction?.Scope, frame);

    /// <summary>True if a failure of the active transaction aborts the whole instance (rules 10.3 and 10.5).</summary>
    public bool AbortsWithTransaction => Transaction is { Handle.AbortInstanceOnTransactionFailure: true };

    /// <summary>Appends a request for a transaction. Its requester cannot complete while the request waits.</summary>
    public void AddTransactionRequest(ContextRequest request)
    {
        Scopes.TransactionRequests.Add(request);
        request.Requester.PendingWork++;
        HasIdleWork = true;
    }

    /// <summary>Resets the state for another instance of the program.</summary>
    public void Reset()
    {
        Host = null;
        Root = null;
        LastInstance = 0;
        OutstandingOperations = 0;
        NoPersistCount = 0;
        Outcome = ExecutionOutcome.Running;
        IsSaveAwaited = false;
        IsStopping = false;
        HasIdleWork = false;
        if (Bookmarks.IsUsed)
        {
            Bookmarks = default;
        }

        if (UsesScopes)
        {
            UsesScopes = false;
            _scopes!.Reset();
        }
    }
}
