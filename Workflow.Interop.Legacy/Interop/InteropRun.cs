extern alias WorkflowCore;
using System.Runtime.ExceptionServices;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Statements;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;

namespace Workflow.Interop.Legacy;

/// <summary>One run of a legacy activity inside a workflow: its queues are bookmarks, and its timers are those of the host. The thread of the workflow uses it.</summary>
internal sealed class InteropRun
{
    private readonly InteropExecutor _executor;
    private readonly TimeProvider _time;
    private readonly TimerEventSubscriptionCollection _timers = new();
    private readonly Dictionary<string, (IComparable Queue, Bookmark Bookmark)> _bookmarks = new(StringComparer.Ordinal);
    private readonly HashSet<string> _registered = new(StringComparer.Ordinal);
    private readonly InteropDefinition _definition;
    private readonly BookmarkCallback _onResumed;
    private bool _isCanceling;

    public InteropRun(InteropDefinition definition, LegacyActivity root, NativeActivityContext context, BookmarkCallback onResumed)
    {
        Root = root;
        _definition = definition;
        _onResumed = onResumed;
        _time = context.GetExtension<TimeProvider>() ?? TimeProvider.System;

        // It has the services of this run, and is never started.
        WorkflowRuntime runtime = new();
        runtime.AddService(_time);
        _executor = new InteropExecutor(root, context.WorkflowInstanceId, runtime);
        root.State.Set(TimerEventSubscriptionCollection.TimerCollectionProperty, _timers);
    }

    public LegacyActivity Root { get; }

    /// <summary>Whether the activity has closed, and nothing of it is left.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Whether it has closed because it was canceled.</summary>
    public bool IsCanceled { get; private set; }

    public void Start(NativeActivityContext context) => Enter(context, () =>
    {
        _executor.Initialize();
        _executor.Start();
    });

    /// <summary>Brings an item into the queue of a bookmark.</summary>
    public void Resume(NativeActivityContext context, string bookmark, object? value)
    {
        if (!_bookmarks.TryGetValue(bookmark, out (IComparable Queue, Bookmark Bookmark) known))
        {
            // The resumption was on its way when the queue was deleted.
            return;
        }

        object? item = value;
        if (known.Queue is Guid id && _timers.Any(timer => timer.SubscriptionId == id))
        {
            _timers.Remove(id);
            _registered.Remove(bookmark);
            TimerOf(context).CancelTimer(known.Bookmark);
            item ??= id;
        }

        Enter(context, () => _executor.Queuing.Deliver(known.Queue, item));
    }

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
            CancelTimers(context);
            Release(context);
        }
    }

    private static TimerExtension TimerOf(ActivityContext context) => context.GetExtension<TimerExtension>()!;

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
                UpdateBookmarks(context);
                UpdateTimers(context);
            }
        }
        catch
        {
            if (!IsEnded)
            {
                RemoveBookmarks(context);
                Abort(context);
            }

            throw;
        }
    }

    /// <returns>Whether the activity has ended.</returns>
    private bool Run(NativeActivityContext context, Action begin)
    {
        Guid outer = WorkflowEnvironment.Enter(_executor.InstanceId);
        _executor.Context = context;
        try
        {
            begin();
            while (_executor is { IsEnded: false, Terminated: null } && _executor.RunNext())
            {
                // Each turn is one step.
            }

            return _executor.IsEnded || _executor.Terminated is not null;
        }
        finally
        {
            _executor.Context = null;
            WorkflowEnvironment.Leave(outer);
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

        RemoveBookmarks(context);
        Abort(context);
        if (exception is not null)
        {
            ExceptionDispatchInfo.Throw(exception);
        }
    }

    private void Release(ActivityContext context)
    {
        Guid outer = WorkflowEnvironment.Enter(_executor.InstanceId);
        _executor.Context = context;
        try
        {
            _executor.End();
        }
        finally
        {
            _executor.Context = null;
            WorkflowEnvironment.Leave(outer);
        }
    }

    private void UpdateBookmarks(NativeActivityContext context)
    {
        Dictionary<string, IComparable> queues = [];
        foreach (WorkflowQueueInfo queue in _executor.Queuing.Describe())
        {
            string name = queue.QueueName.ToString() ?? string.Empty;
            if (!queues.TryAdd(name, queue.QueueName))
            {
                throw new InvalidOperationException($"'{Root.QualifiedName}' has two queues whose names have the text '{name}', which would be one bookmark; give one of them another name.");
            }
        }

        foreach (string name in _bookmarks.Keys.Where(name => !queues.TryGetValue(name, out IComparable? queue) || !queue.Equals(_bookmarks[name].Queue)).ToArray())
        {
            if (_registered.Remove(name))
            {
                TimerOf(context).CancelTimer(_bookmarks[name].Bookmark);
            }

            context.RemoveBookmark(_bookmarks[name].Bookmark);
            _bookmarks.Remove(name);
        }

        foreach ((string name, IComparable queue) in queues)
        {
            if (!_bookmarks.ContainsKey(name))
            {
                _bookmarks.Add(name, (queue, context.CreateBookmark(name, _onResumed, BookmarkOptions.MultipleResume)));
            }
        }
    }

    /// <summary>Registers the timers that are new. Each has a queue, and so a bookmark, with its id as name.</summary>
    private void UpdateTimers(NativeActivityContext context)
    {
        DateTime now = _time.GetUtcNow().UtcDateTime;
        foreach (TimerEventSubscription timer in _timers)
        {
            string name = timer.QueueName.ToString() ?? string.Empty;
            if (_bookmarks.TryGetValue(name, out (IComparable Queue, Bookmark Bookmark) known) && _registered.Add(name))
            {
                TimeSpan wait = timer.ExpiresAt > now ? timer.ExpiresAt - now : TimeSpan.Zero;
                TimerOf(context).RegisterTimer(timer.ExpiresAt.Date == DateTime.MaxValue.Date ? TimeSpan.MaxValue : wait, known.Bookmark);
            }
        }
    }

    private void RemoveBookmarks(NativeActivityContext context)
    {
        CancelTimers(context);
        foreach ((_, Bookmark bookmark) in _bookmarks.Values)
        {
            context.RemoveBookmark(bookmark);
        }

        _bookmarks.Clear();
    }

    private void CancelTimers(ActivityContext context)
    {
        foreach (string name in _registered)
        {
            TimerOf(context).CancelTimer(_bookmarks[name].Bookmark);
        }

        _registered.Clear();
    }
}
