using System.Diagnostics.CodeAnalysis;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// The running transaction scope of an instance: its transaction, and the instance before the scope. Only the thread that runs the instance uses it.
/// </summary>
[SuppressMessage(
    "Design",
    "CA1001:Types that own disposable fields should be disposable",
    Justification = "Each transaction is committed or rolled back, and has nothing left to dispose then.")]
internal sealed class TransactionRun(ActivityExecutor executor)
{
    private CommittableTransaction? _transaction;
    private WorkBatch? _batch;
    private Action? _onAborted;
    private Func<Activity, byte[]>? _writeCheckpoint;
    private int _workBefore;
    private volatile bool _isEnding;
    private bool _isInStep;
    private bool _closes;

    /// <summary>True from the step that begins a scope to its end.</summary>
    public bool IsActive => executor.Steps.Scope is not null;

    /// <summary>True if <see cref="Run"/> must run the steps. Without a transaction, the executor runs them itself.</summary>
    public bool HasTransaction => _transaction is not null;

    /// <summary>The saved form of the instance before the scope. Its first step is the step that begins the scope.</summary>
    public byte[] Checkpoint { get; private set; } = [];

    /// <summary>The reason why the instance must be reset to the checkpoint; null if there is none.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Enables transaction scopes for the instance.</summary>
    /// <param name="batch">The pending work of the instance.</param>
    /// <param name="onAborted">Called when a transaction ends for another reason than the end of its scope. Any thread can call it.</param>
    /// <param name="writeCheckpoint">Writes the instance with the specified root. Null if <see cref="Source"/> provides the transactions, because its owner
    /// then ends the instance if one fails.</param>
    public void Connect(WorkBatch batch, Action onAborted, Func<Activity, byte[]>? writeCheckpoint = null) =>
        (_batch, _onAborted, _writeCheckpoint) = (batch, onAborted, writeCheckpoint);

    public bool IsScope(Activity activity) => ReferenceEquals(activity, executor.Steps.Scope);

    /// <summary>
    /// Provides the transactions if another component creates them, commits them, and ends the instance if one fails. Returns null while there is no
    /// transaction. If the property is null, this class creates and commits the transactions.
    /// </summary>
    public Func<TransactedSequence, CommittableTransaction?>? Source { get; set; }

    /// <summary>Begins a scope.</summary>
    /// <param name="first">The step that begins the scope. It was taken from the queue.</param>
    /// <param name="scope">The scope.</param>
    /// <returns>True if the scope has begun; otherwise, the step is the first step of the queue again.</returns>
    public bool TryBegin(QueuedStep first, TransactedSequence scope)
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

    private void Begin(QueuedStep first, TransactedSequence scope)
    {
        if (executor.Persist is null || _writeCheckpoint is null)
        {
            throw new InvalidOperationException(
                $"'{scope.QualifiedName}' saves its instance in a transaction, and the runtime has no persistence service; add one before the runtime is started.");
        }

        QueuedStep[] rest = executor.Steps.All;

        // The step that begins the scope was taken from the queue. The checkpoint contains it, so that a reset instance can fault the scope.
        executor.Steps.Replace([first, .. rest]);
        try
        {
            Checkpoint = _writeCheckpoint(scope.RootActivity);
        }
        finally
        {
            executor.Steps.Replace(rest);
        }

        executor.Host.PrepareTransaction(scope.RootActivity);
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

    /// <summary>Runs a step of the scope, with its transaction as the ambient transaction.</summary>
    public void Run(QueuedStep step)
    {
        CheckAborted();
        if (Failure is not null)
        {
            return;
        }

        if (_isEnding)
        {
            // The transaction was rolled back, so the activities in the scope end without a transaction.
            step.Run(executor);
        }
        else
        {
            RunIn(_transaction!, step);
        }

        // The scope closes here, after the TransactionScope of the step: its close commits the transaction, which no thread can do inside of it.
        if (_closes)
        {
            _closes = false;
            executor.Transitions.Finish(executor.Steps.Scope!);
        }
    }

    /// <summary>
    /// Records a failure if the transaction was rolled back before the end of the scope, for example by its timeout. No step of the scope can run then.
    /// </summary>
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
        if (IsScope(activity))
        {
            EndTransaction();
        }
    }

    /// <summary>Called when an activity closes.</summary>
    /// <returns>True if the activity is a scope that must not close yet. After an exception, the instance is reset to the checkpoint. After success, the
    /// transaction ends first, which is not possible within a step.</returns>
    public bool DelaysClose(Activity activity)
    {
        if (!IsScope(activity))
        {
            return false;
        }

        Failure = activity.Runtime.CurrentException;
        if (Failure is null && activity.ExecutionResult != ActivityExecutionResult.Succeeded)
        {
            RollBack();
        }

        _closes = Failure is null && _isInStep && IsActive;
        return Failure is not null || _closes;
    }

    /// <summary>Returns the transaction that the save of a closing activity commits; null if the activity is not a scope.</summary>
    public CommittableTransaction? TransactionOf(Activity activity)
    {
        _isEnding |= IsScope(activity);
        return IsScope(activity) ? _transaction : null;
    }

    /// <summary>Clears the scope after its transaction has ended.</summary>
    public void EndScope()
    {
        _transaction = null;
        Checkpoint = [];
        executor.Steps.Scope = null;
    }

    /// <summary>Rolls back the running scope, if there is one, and discards its work.</summary>
    public void RollBack()
    {
        if (IsActive)
        {
            EndTransaction();
            _batch!.CutTo(_workBefore);
            EndScope();
        }
    }

    private bool IsAborted => _transaction?.TransactionInformation.Status == TransactionStatus.Aborted;

    private string AbortedText =>
        $"The transaction of '{executor.Steps.Scope!.QualifiedName}' was rolled back before the scope had ended, because of its timeout or by a step; give it more time, or throw an exception instead.";

    private Exception? ExceptionInScope() =>
        ActivityNames.Live(executor.Steps.Scope!)
            .Select(static activity => activity.Runtime.CurrentException)
            .FirstOrDefault(static exception => exception is not null);

    private void RunIn(CommittableTransaction transaction, QueuedStep step)
    {
        // The steps of the scope itself call no application code, because applications cannot derive from it. They need no ambient transaction.
        using TransactionScope? ambient = IsScope(step.Owner) ? null : new(transaction, TransactionScopeAsyncFlowOption.Enabled);
        _isInStep = true;
        try
        {
            step.Run(executor);
        }
        finally
        {
            // The TransactionScope is completed even after an exception, because the end of a step does not end the transaction.
            _isInStep = false;
            ambient?.Complete();
        }
    }

    private void EndTransaction()
    {
        // Set before the call, so that OnCompleted does not report this rollback as one of another origin.
        _isEnding = true;
        try
        {
            _transaction?.Rollback();
        }
        catch (Exception exception) when (exception is TransactionException or InvalidOperationException)
        {
            // The transaction has already ended.
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
