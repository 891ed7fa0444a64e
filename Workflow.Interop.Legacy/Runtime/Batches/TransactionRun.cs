using System.Diagnostics.CodeAnalysis;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The transaction scope that runs in an instance: its transaction, and what the instance was before. The thread that runs the instance uses it.</summary>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "Each transaction is committed or rolled back, and has nothing left to dispose then.")]
internal sealed class TransactionRun(ActivityExecutor executor)
{
    private CommittableTransaction? _transaction;
    private WorkBatch? _batch;
    private Action? _onAborted;
    private int _workBefore;
    private volatile bool _isEnding;
    private bool _isInStep;
    private bool _closes;

    public bool IsActive => executor.Steps.Scope is not null;

    /// <summary>The instance as it was before the scope; its first step is the one with which the scope begins.</summary>
    public byte[] Checkpoint { get; private set; } = [];

    /// <summary>Why the instance has to go back to the checkpoint; null as long as it does not.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>The instance can have transaction scopes.</summary>
    /// <param name="batch">Its pending work.</param>
    /// <param name="onAborted">Is called when a transaction ends because of something else than its scope, on any thread.</param>
    public void Connect(WorkBatch batch, Action onAborted) => (_batch, _onAborted) = (batch, onAborted);

    public bool Is(Activity activity) => ReferenceEquals(activity, executor.Steps.Scope);

    /// <summary>Another owner than this class makes the transactions, commits them, and ends the instance if one fails: it returns null as long as there is none.</summary>
    public Func<TransactedSequence, CommittableTransaction?>? Source { get; set; }

    /// <summary>Begins a scope.</summary>
    /// <param name="first">The step that does it, which has been taken from the queue.</param>
    /// <param name="scope">The scope.</param>
    /// <returns>Whether the scope has begun; otherwise the step is the first one again.</returns>
    public bool TryBegin(WorkItem first, TransactedSequence scope)
    {
        if (Source is null)
        {
            Begin(first, scope);
            return true;
        }

        if (Source(scope) is not { } transaction)
        {
            executor.Steps.Replace([first, .. executor.Steps.All]);
            return false;
        }

        Enter(scope, transaction);
        return true;
    }

    private void Begin(WorkItem first, TransactedSequence scope)
    {
        if (executor.Persist is null || _batch is null)
        {
            throw new InvalidOperationException($"'{scope.QualifiedName}' saves its instance in a transaction, and the runtime has no persistence service; add one before the runtime is started.");
        }

        WorkItem[] rest = executor.Steps.All;
        executor.Steps.Replace([first, .. rest]);
        try
        {
            Checkpoint = SavedForm.WriteCheckpoint(scope.RootActivity);
        }
        finally
        {
            executor.Steps.Replace(rest);
        }

        executor.Runtime.Persistence?.PrepareTransaction(scope.RootActivity);
        Enter(scope, scope.TransactionOptions!.NewTransaction());
    }

    private void Enter(TransactedSequence scope, CommittableTransaction transaction)
    {
        _isEnding = false;
        _workBefore = _batch!.Count;
        _transaction = transaction;
        _transaction.TransactionCompleted += OnCompleted;
        executor.Steps.Scope = scope;
    }

    /// <summary>Runs a step. While a scope runs, its transaction is the ambient one.</summary>
    public void Run(WorkItem step)
    {
        if (_transaction is not { } transaction)
        {
            step.Run(executor);
            return;
        }

        CheckAborted();
        if (Failure is not null)
        {
            return;
        }

        if (_isEnding)
        {
            // The activities in the scope end without a transaction: it was rolled back.
            step.Run(executor);
        }
        else
        {
            RunIn(transaction, step);
        }

        if (_closes)
        {
            _closes = false;
            executor.Finish(executor.Steps.Scope!);
        }
    }

    /// <summary>No step of the scope can run any more if its transaction has been rolled back, by its timeout for example.</summary>
    public void CheckAborted()
    {
        if (IsActive && Failure is null && IsAborted && !_isEnding)
        {
            Failure = ExceptionInScope() ?? new TransactionAbortedException(AbortedText);
        }
    }

    /// <summary>Rolls the transaction back if an activity that ends without success is the scope.</summary>
    public void OnEnding(Activity activity)
    {
        if (Is(activity))
        {
            Rollback();
        }
    }

    /// <summary>An activity closes.</summary>
    /// <returns>Whether it is a scope that does not close now: after an exception, the instance goes back; after success, the transaction ends first, which no step can be in.</returns>
    public bool Holds(Activity activity)
    {
        if (!Is(activity))
        {
            return false;
        }

        Failure = activity.Runtime.CurrentException;
        if (Failure is null && activity.ExecutionResult != ActivityExecutionResult.Succeeded)
        {
            Drop();
        }

        _closes = Failure is null && _isInStep && IsActive;
        return Failure is not null || _closes;
    }

    /// <summary>The transaction with which the save of an activity that closes is committed; null if it is not a scope.</summary>
    public CommittableTransaction? TransactionOf(Activity activity)
    {
        _isEnding |= Is(activity);
        return Is(activity) ? _transaction : null;
    }

    /// <summary>The transaction was committed.</summary>
    public void Complete()
    {
        _transaction = null;
        Checkpoint = [];
        executor.Steps.Scope = null;
    }

    /// <summary>Ends a scope, if one runs, without its work.</summary>
    public void Drop()
    {
        if (IsActive)
        {
            Rollback();
            _batch!.CutTo(_workBefore);
            Complete();
        }
    }

    private bool IsAborted => _transaction?.TransactionInformation.Status == TransactionStatus.Aborted;

    private string AbortedText =>
        $"The transaction of '{executor.Steps.Scope!.QualifiedName}' was rolled back before the scope had ended, because of its timeout or by a step; give it more time, or throw an exception instead.";

    private Exception? ExceptionInScope() =>
        ActivityNames.Live(executor.Steps.Scope!).Select(static activity => activity.Runtime.CurrentException).FirstOrDefault(static exception => exception is not null);

    private void RunIn(CommittableTransaction transaction, WorkItem step)
    {
        // The steps of the scope itself, which no class derives from, call no code of others.
        using TransactionScope? ambient = Is(step.Owner) ? null : new(transaction, TransactionScopeAsyncFlowOption.Enabled);
        _isInStep = true;
        try
        {
            step.Run(executor);
        }
        finally
        {
            // The end of a step does not end the transaction.
            _isInStep = false;
            ambient?.Complete();
        }
    }

    private void Rollback()
    {
        _isEnding = true;
        try
        {
            _transaction?.Rollback();
        }
        catch (Exception exception) when (exception is TransactionException or InvalidOperationException)
        {
            // It has ended already.
        }
    }

    private void OnCompleted(object? sender, TransactionEventArgs e)
    {
        if (!_isEnding)
        {
            _onAborted?.Invoke();
        }
    }
}
