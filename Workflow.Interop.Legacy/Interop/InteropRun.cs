extern alias WorkflowCore;
using System.Runtime.ExceptionServices;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy;

/// <summary>
/// One run of a legacy activity inside a workflow. The queues of the activity are bookmarks, and its timers are timers of the host. Used by the thread of the
/// workflow.
/// </summary>
internal sealed class InteropRun
{
    private const byte Canceling = 1;
    private readonly InteropHost _host;
    private readonly ActivityExecutor _executor;
    private readonly InteropDefinition _definition;
    private readonly InteropBookmarks _bookmarks;
    private readonly WorkBatch _batch = new();
    private CommittableTransaction? _granted;
    private bool _isCanceling;

    public InteropRun(InteropDefinition definition, LegacyActivity root, NativeActivityContext context, BookmarkCallback onResumed)
    {
        Root = root;
        _definition = definition;
        _host = InteropHost.Of(context);
        _executor = new ActivityExecutor(root, context.WorkflowInstanceId, _host);
        Connect();
        root.State.Set(TimerEventSubscriptionCollection.TimerCollectionProperty, new TimerEventSubscriptionCollection());
        _bookmarks = new InteropBookmarks(_executor, onResumed);
    }

    private InteropRun(InteropDefinition definition, LegacyActivity root, InteropHost host, byte flags, BookmarkCallback onResumed)
    {
        Root = root;
        _definition = definition;
        _host = host;
        _executor = (ActivityExecutor)root.Runtime.Port!;
        _bookmarks = new InteropBookmarks(_executor, onResumed);
        _isCanceling = (flags & Canceling) != 0;
        Pause = (InteropPause)(flags & ~Canceling);
        Connect();
    }

    public LegacyActivity Root { get; }

    /// <summary>True if the run has ended and has released its activity.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>True if the activity has closed because it was canceled.</summary>
    public bool IsCanceled { get; private set; }

    /// <summary>The reason for which the run waits before its next step.</summary>
    public InteropPause Pause { get; private set; }

    /// <summary>The number of pauses so far. A change of the number indicates a new pause.</summary>
    public long Pauses { get; private set; }

    /// <summary>
    /// Creates the transaction for which the run waits: with the options of the transaction scope, or with the default options for pending work.
    /// </summary>
    public CommittableTransaction NewTransaction() =>
        (Pause == InteropPause.Scope && _executor.Steps.All is [{ Owner: TransactedSequence { TransactionOptions: { } options } }, ..]
            ? options
            : new WorkflowTransactionOptions()).NewTransaction();

    /// <summary>Restores a saved run.</summary>
    /// <exception cref="SnapshotException">The saved state is damaged, or does not match the activity.</exception>
    public static InteropRun Restore(
        InteropDefinition definition, WorkflowDefinition workflow, NativeActivityContext context, InteropSave save, BookmarkCallback onResumed)
    {
        try
        {
            byte flags = save.State.Length > 0
                ? save.State[0]
                : throw new StateDamageException("The saved state of a WF3 activity is empty; restore the instance from a backup.");
            InteropHost host = InteropHost.Of(context);
            LegacyActivity root = InstanceSnapshot.Read(
                save.State[1..],
                context.WorkflowInstanceId,
                name => name == SavedTypes.FullNameOf(workflow.Type) ? workflow : null,
                host);
            InteropRun run = new(definition, root, host, flags, onResumed);
            run._bookmarks.Restore(save.Bookmarks);
            run.Reload(context);
            return run;
        }
        catch (StateDamageException exception)
        {
            throw new SnapshotException(exception.Message, exception);
        }
    }

    /// <summary>Returns the state from which <see cref="Restore"/> restores the run.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be saved.</exception>
    public InteropSave Save() =>
        new([(byte)((_isCanceling ? Canceling : 0) | (byte)Pause), .. InstanceSnapshot.Write(Root)], _bookmarks.All);

    public void Start(NativeActivityContext context)
    {
        Enter(context, () =>
        {
            _executor.Lifetime.Load(Root);
            _executor.Start();
        });
    }

    /// <summary>Returns true if the queue exists. Thread-safe.</summary>
    public bool HasQueue(IComparable queue) => _executor.Queuing.Exists(queue);

    /// <summary>Delivers an item to the queue of a bookmark.</summary>
    public void Resume(NativeActivityContext context, string bookmark, object? value)
    {
        if (_bookmarks.TakeItem(context, bookmark, ref value) is { } queue)
        {
            Enter(context, () => _executor.Queuing.Deliver(queue, value));
        }
    }

    /// <summary>Continues after the workflow instance was saved, or the transaction was committed.</summary>
    public void Continue(NativeActivityContext context) => Enter(context, () => Pause = InteropPause.None);

    /// <summary>Continues with the transaction that the workflow has begun. A transaction scope runs in it; pending work is done at its commit.</summary>
    public void ContinueIn(NativeActivityContext context, CommittableTransaction transaction)
    {
        if (Pause == InteropPause.Work)
        {
            InteropWork.Enlist(_batch, transaction);
            PauseFor(InteropPause.Commit);
        }
        else
        {
            _granted = transaction;
            Continue(context);
        }
    }

    /// <summary>Removes the bookmarks and releases the activity after a failure.</summary>
    public void Fail(NativeActivityContext context)
    {
        if (!IsEnded)
        {
            _bookmarks.Remove(context);
            Abort(context);
        }
    }

    /// <summary>Cancels the activity. An activity that handles a fault or is already being canceled continues to do so.</summary>
    public void Cancel(NativeActivityContext context)
    {
        if (Root.ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            _isCanceling = true;
            Enter(context, () => _executor.Cancel(Root));
        }
    }

    /// <summary>Ends the run without further steps: cancels the timers and releases the activity.</summary>
    public void Abort(ActivityContext context)
    {
        if (!IsEnded)
        {
            IsEnded = true;
            _bookmarks.CancelTimers(context);
            using IDisposable scope = EnterScope(context);
            _executor.Lifetime.End(Root);
            _host.Context = null;
        }
    }

    /// <summary>Called when the activity leaves memory without ending.</summary>
    public void Unload()
    {
        if (!IsEnded)
        {
            _executor.Lifetime.Unload(Root);
        }
    }

    /// <summary>Called when the activities are in memory again. An activity that throws an exception ends the run.</summary>
    private void Reload(NativeActivityContext context)
    {
        try
        {
            using IDisposable scope = EnterScope(context);
            _executor.Lifetime.Reload(Root);
            _host.Context = null;
        }
        catch
        {
            Fail(context);
            throw;
        }
    }

    private void Connect()
    {
        _executor.Persist = transaction =>
        {
            if (transaction is not null)
            {
                InteropWork.Enlist(_batch, transaction);
            }

            PauseFor(transaction is null ? InteropPause.Save : InteropPause.Commit);
        };
        _executor.Transactions.Connect(_batch, static () => { });
        _executor.Transactions.Source = TakeGranted;
    }

    private bool CanRun => !_executor.IsEnded && _host.Terminated is null && _executor.Transactions.Failure is null;

    private void PauseFor(InteropPause pause)
    {
        Pause = pause;
        Pauses++;
    }

    private CommittableTransaction? TakeGranted(TransactedSequence scope)
    {
        if (_granted is { } granted)
        {
            _granted = null;
            return granted;
        }

        if (Transaction.Current is not null)
        {
            throw new InvalidOperationException(
                $"'{scope.QualifiedName}' is a transaction scope in a transaction of the new workflow, which ends it; use a sequence instead.");
        }

        PauseFor(InteropPause.Scope);
        return null;
    }

    private IDisposable EnterScope(ActivityContext context)
    {
        _host.Context = context;
        _executor.Tracking = InteropTracker.For(context, _executor, _host);
        return WorkflowEnvironment.Enter(_executor.InstanceId, _batch, isPart: true);
    }

    /// <summary>
    /// Runs an action, and then all steps that follow. If no activity handles an exception, the activity is released before the exception leaves this method.
    /// </summary>
    private void Enter(NativeActivityContext context, Action begin)
    {
        try
        {
            if (Run(context, begin))
            {
                End(context);
            }
            else
            {
                _bookmarks.Update(context);
            }
        }
        catch
        {
            Fail(context);
            throw;
        }
    }

    /// <returns>True if the activity has ended.</returns>
    private bool Run(NativeActivityContext context, Action begin)
    {
        using IDisposable scope = EnterScope(context);
        try
        {
            begin();
            while (Pause == InteropPause.None && CanRun && _executor.RunNext())
            {
                // RunNext has run one step.
            }

            if (_executor.Transactions.Failure is { } failure)
            {
                // The workflow rolls back the transaction and fails with this exception.
                ExceptionDispatchInfo.Throw(failure);
            }

            HandOverWork();
            return (_executor.IsEnded && Pause == InteropPause.None) || _host.Terminated is not null;
        }
        finally
        {
            _host.Context = null;
        }
    }

    /// <summary>
    /// Hands over the pending work. Work in a transaction of the workflow is done at its commit. Other work gets its own transaction, in which the instance is
    /// saved. While a transaction scope runs, the scope keeps its work.
    /// </summary>
    private void HandOverWork()
    {
        if (_batch.Count == 0 || _executor.Transactions.IsActive || _host.Terminated is not null)
        {
            return;
        }

        if (Transaction.Current is { } ambient)
        {
            InteropWork.Enlist(_batch, ambient);
        }
        else if (Pause is InteropPause.None or InteropPause.Save)
        {
            PauseFor(InteropPause.Work);
        }
    }

    private void End(NativeActivityContext context)
    {
        Exception? exception = _host.Terminated ?? _executor.Transitions.Unhandled;
        IsCanceled = _isCanceling && exception is null && _executor.Transitions.IsCanceled;
        if (exception is null)
        {
            _definition.ReadOutputs(context, Root);
        }

        _bookmarks.Remove(context);
        Abort(context);
        if (exception is not null)
        {
            ExceptionDispatchInfo.Throw(exception);
        }
    }
}
