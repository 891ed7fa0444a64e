using Workflow.Definition;
using Workflow.Foundation;

namespace Workflow.Runtime.State;

/// <summary>
/// The state of one workflow instance: all of it, with the activity instances below <see cref="Root"/>. An idle instance is this object alone; an executor is
/// attached only while work items run.
/// </summary>
/// <remarks>Used by the thread that owns the instance.</remarks>
internal sealed class InstanceState(Program program)
{
    public readonly Program Program = program;

    /// <summary>The engine that runs the instance now; null: nothing runs it.</summary>
    public InstancePort? Port;

    /// <summary>The host; null until the first use, for most invocations never need it.</summary>
    public ExecutionHost? Host;

    /// <summary>Null before the instance has begun.</summary>
    public Frame? Root;

    /// <summary>The outstanding bookmarks. A field, because it is changed in place.</summary>
    public BookmarkTable Bookmarks;

    /// <summary>The number of the activity instance that was created last.</summary>
    public long LastInstance;

    /// <summary>How many asynchronous operations have begun and have neither ended nor been abandoned.</summary>
    public int OutstandingOperations;

    /// <summary>How many reasons there are not to save the instance: entered zones, outstanding operations, a transaction (rule 7.1).</summary>
    public int NoPersistCount;

    public ExecutionOutcome Outcome;

    /// <summary>There may be work that begins only when the queue is empty.</summary>
    public bool HasIdleWork;

    /// <summary>The host waits for the moment in which the instance can be saved.</summary>
    public bool IsSaveAwaited;

    /// <summary>The application stops: the tokens of operations are signalled (rule 7.7.1).</summary>
    public bool IsStopping;

    private ScopeState? _scopes;

    /// <summary>Properties, zones, transactions, saves or secondary roots are, or were, in use. Most instances never use any.</summary>
    public bool UsesScopes { get; private set; }

    public bool HasEnded => Outcome != ExecutionOutcome.Running;

    /// <summary>The queued work items. Null while no executor is attached and nothing is queued.</summary>
    public Deque<WorkItem>? Queue => Port is { } port ? port.Queue : KnownScopes?.Queue;

    /// <summary>What few instances have; null before the first use.</summary>
    public ScopeState? KnownScopes => UsesScopes ? _scopes : null;

    /// <summary>What few instances have; created by the first use.</summary>
    public ScopeState Scopes
    {
        get
        {
            UsesScopes = true;
            return _scopes ??= new ScopeState();
        }
    }

    /// <summary>The reason of an abort or a termination; null otherwise, and when no reason was given.</summary>
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

    /// <summary>The transaction that isolates a part of the instance; null for none (rule 10.2).</summary>
    public RuntimeTransaction? Transaction => UsesScopes ? _scopes!.Transaction : null;

    public bool HasSaveRequests => UsesScopes && _scopes!.SaveRequests is { Count: > 0 };

    /// <summary>Without exclusive handles, no bookmark keeps another one from being resumed (rule 8.7).</summary>
    public bool HasExclusiveHandles => UsesScopes && _scopes!.ExclusiveHandles > 0;

    /// <summary>Whether an active transaction isolates itself from the activity instance (rule 10.2).</summary>
    public bool IsExcluded(Frame frame) => Transaction is { } transaction && !transaction.Includes(frame);

    /// <summary>Whether the activity instance is the one that the active transaction isolates.</summary>
    public bool IsTransactionScope(Frame frame) => UsesScopes && ReferenceEquals(_scopes!.Transaction?.Scope, frame);

    /// <summary>Whether a failure of the active transaction aborts the whole instance (rules 10.3 and 10.5).</summary>
    public bool AbortsWithTransaction => Transaction is { Handle.AbortInstanceOnTransactionFailure: true };

    /// <summary>Adds a request for a transaction behind the others; its requester waits.</summary>
    public void AddTransactionRequest(ContextRequest request)
    {
        Scopes.TransactionRequests.Add(request);
        request.Requester.PendingWork++;
        HasIdleWork = true;
    }

    /// <summary>Makes the object ready for another instance of the program.</summary>
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
