extern alias WorkflowCore;
using System.Runtime.ExceptionServices;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy;

/// <summary>One run of a legacy activity inside a workflow: its queues are bookmarks, and its timers are those of the host. The thread of the workflow uses it.</summary>
internal sealed class InteropRun
{
    private const byte Canceling = 1;
    private const byte Paused = 2;
    private readonly InteropExecutor _executor;
    private readonly InteropDefinition _definition;
    private readonly InteropBookmarks _bookmarks;
    private readonly WorkBatch _batch = new();
    private bool _isCanceling;

    public InteropRun(InteropDefinition definition, LegacyActivity root, NativeActivityContext context, BookmarkCallback onResumed)
    {
        Root = root;
        _definition = definition;
        _executor = NewExecutor(root, context);
        root.State.Set(TimerEventSubscriptionCollection.TimerCollectionProperty, new TimerEventSubscriptionCollection());
        _bookmarks = new InteropBookmarks(_executor, onResumed);
    }

    private InteropRun(InteropDefinition definition, LegacyActivity root, InteropExecutor executor, InteropBookmarks bookmarks, byte flags)
    {
        Root = root;
        _definition = definition;
        _executor = executor;
        _bookmarks = bookmarks;
        _isCanceling = (flags & Canceling) != 0;
        IsPaused = (flags & Paused) != 0;
        executor.Persist = _ => Pause();
    }

    public LegacyActivity Root { get; }

    /// <summary>Whether the activity has closed, and nothing of it is left.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Whether it has closed because it was canceled.</summary>
    public bool IsCanceled { get; private set; }

    /// <summary>Whether it waits for a save of the workflow instance.</summary>
    public bool IsPaused { get; private set; }

    /// <summary>Makes a saved run.</summary>
    /// <exception cref="SnapshotException">The saved state is damaged, or does not fit the activity.</exception>
    public static InteropRun Restore(InteropDefinition definition, WorkflowDefinition workflow, NativeActivityContext context, InteropSave save, BookmarkCallback onResumed)
    {
        try
        {
            byte flags = save.State.Length > 0 ? save.State[0] : throw new StateDamageException("The saved state of a WF3 activity is empty; restore the instance from a backup.");
            InteropExecutor? executor = null;
            LegacyActivity root = SavedForm.Read(
                save.State[1..], context.WorkflowInstanceId, name => name == SavedTypes.FullNameOf(workflow.Type) ? workflow : null, root => executor = NewExecutor(root, context));
            InteropRun run = new(definition, root, executor!, new InteropBookmarks(executor!, onResumed), flags);
            run._bookmarks.Restore(save.Bookmarks);
            using IDisposable scope = run.EnterScope(context);
            run._executor.Reload();
            run._executor.Context = null;
            return run;
        }
        catch (StateDamageException exception)
        {
            throw new SnapshotException(exception.Message, exception);
        }
    }

    /// <summary>What <see cref="Restore"/> needs.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be saved.</exception>
    public InteropSave Save() =>
        new([(byte)((_isCanceling ? Canceling : 0) | (IsPaused ? Paused : 0)), .. SavedForm.Write(Root)], _bookmarks.All);

    public void Start(NativeActivityContext context)
    {
        _executor.Persist = _ => Pause();
        Enter(context, () =>
        {
            _executor.Initialize();
            _executor.Start();
        });
    }

    /// <summary>Whether there is a queue. Any thread may ask.</summary>
    public bool HasQueue(IComparable queue) => _executor.Queuing.Exists(queue);

    /// <summary>Brings an item into the queue of a bookmark.</summary>
    public void Resume(NativeActivityContext context, string bookmark, object? value)
    {
        if (_bookmarks.TakeItem(context, bookmark, ref value) is { } queue)
        {
            Enter(context, () => _executor.Queuing.Deliver(queue, value));
        }
    }

    /// <summary>The workflow instance was saved: the steps go on.</summary>
    public void GoOn(NativeActivityContext context) => Enter(context, () => IsPaused = false);

    /// <summary>Cancels the activity. One that handles a fault, or is canceled already, goes on with that.</summary>
    public void Cancel(NativeActivityContext context)
    {
        if (Root.ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            _isCanceling = true;
            Enter(context, () => _executor.Cancel(Root));
        }
    }

    /// <summary>Releases the activity without running it.</summary>
    public void Abort(ActivityContext context)
    {
        if (!IsEnded)
        {
            IsEnded = true;
            _bookmarks.CancelTimers(context);
            using IDisposable scope = EnterScope(context);
            _executor.End();
            _executor.Context = null;
        }
    }

    /// <summary>The activity leaves the memory, and does not end.</summary>
    public void Unload()
    {
        if (!IsEnded)
        {
            _executor.Unload();
        }
    }

    private static InteropExecutor NewExecutor(LegacyActivity root, NativeActivityContext context)
    {
        // It has the services of this run, and is never started.
        WorkflowRuntime runtime = new();
        runtime.AddService(context.GetExtension<TimeProvider>() ?? TimeProvider.System);
        if (context.GetExtension<ITypeProvider>() is { } types)
        {
            runtime.AddService(types);
        }

        return new InteropExecutor(root, context.WorkflowInstanceId, runtime);
    }

    private void Pause() => IsPaused = true;

    private IDisposable EnterScope(ActivityContext context)
    {
        _executor.Context = context;
        _executor.Tracking = InteropTracker.For(context, _executor);
        return WorkflowEnvironment.Enter(_executor.InstanceId, _batch, isPart: true);
    }

    /// <summary>Does something and then all steps. An exception that no activity handled leaves this method, when nothing of the activity is left.</summary>
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
            if (!IsEnded)
            {
                _bookmarks.Remove(context);
                Abort(context);
            }

            throw;
        }
    }

    /// <returns>Whether the activity has ended.</returns>
    private bool Run(NativeActivityContext context, Action begin)
    {
        using IDisposable scope = EnterScope(context);
        try
        {
            begin();
            while (!IsPaused && _executor is { IsEnded: false, Terminated: null } && _executor.RunNext())
            {
                CheckBatch();
            }

            CheckBatch();
            return (_executor.IsEnded && !IsPaused) || _executor.Terminated is not null;
        }
        finally
        {
            _executor.Context = null;
        }
    }

    /// <summary>Work that is never done would be lost.</summary>
    private void CheckBatch()
    {
        if (_batch.Count > 0)
        {
            throw new NotSupportedException(
                $"'{Root.QualifiedName}' has pending work, which is done together with a save of a WorkflowRuntime; do the work at once, or in an activity of the new workflow.");
        }
    }

    private void End(NativeActivityContext context)
    {
        Exception? exception = _executor.Terminated ?? _executor.Unhandled;
        IsCanceled = _isCanceling && exception is null && _executor.IsCanceled;
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
