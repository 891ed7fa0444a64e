using System.Collections;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Runs a clone of its child for each data item. The data can change while the activity runs.</summary>
public sealed class ReplicatorActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>, IActivityEventListener<EventArgs>
{
    /// <summary>The dependency property for <see cref="ExecutionType"/>.</summary>
    public static readonly DependencyProperty ExecutionTypeProperty =
        DependencyProperty.Register("ExecutionType", typeof(ExecutionType), typeof(ReplicatorActivity), new PropertyMetadata(ExecutionType.Sequence));

    /// <summary>The dependency property for <see cref="InitialChildData"/>.</summary>
    public static readonly DependencyProperty InitialChildDataProperty =
        DependencyProperty.Register("InitialChildData", typeof(IList), typeof(ReplicatorActivity));

    /// <summary>The dependency property for <see cref="UntilCondition"/>.</summary>
    public static readonly DependencyProperty UntilConditionProperty =
        DependencyProperty.Register(
            "UntilCondition", typeof(ActivityCondition), typeof(ReplicatorActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for the event <see cref="Initialized"/>.</summary>
    public static readonly DependencyProperty InitializedEvent = DependencyProperty.Register("Initialized", typeof(EventHandler), typeof(ReplicatorActivity));

    /// <summary>The dependency property for the event <see cref="Completed"/>.</summary>
    public static readonly DependencyProperty CompletedEvent = DependencyProperty.Register("Completed", typeof(EventHandler), typeof(ReplicatorActivity));

    /// <summary>The dependency property for the event <see cref="ChildInitialized"/>.</summary>
    public static readonly DependencyProperty ChildInitializedEvent =
        DependencyProperty.Register("ChildInitialized", typeof(EventHandler<ReplicatorChildEventArgs>), typeof(ReplicatorActivity));

    /// <summary>The dependency property for the event <see cref="ChildCompleted"/>.</summary>
    public static readonly DependencyProperty ChildCompletedEvent =
        DependencyProperty.Register("ChildCompleted", typeof(EventHandler<ReplicatorChildEventArgs>), typeof(ReplicatorActivity));

    private List<ReplicatorChild>? _children;
    private int _index;
    private bool _isEnding;
    private bool _isUpdating;

    [NonSerialized]
    private ReplicatorData? _data;

    [NonSerialized]
    private ReplicatorProgress? _progress;

    // True if all changes since the update was queued are additions. Not saved: after a load, the update assumes removals, too.
    [NonSerialized]
    private bool _isGrowing;

    // True while a completed clone is processed: its item is still the current one.
    [NonSerialized]
    private bool _isDeciding;

    /// <summary>Creates an activity without a child.</summary>
    public ReplicatorActivity()
    {
    }

    /// <summary>Creates an activity without a child.</summary>
    /// <param name="name">The name of the activity.</param>
    public ReplicatorActivity(string name)
        : base(name)
    {
    }

    /// <summary>Occurs when the activity begins to run; handlers can set <see cref="InitialChildData"/>. The sender is the activity.</summary>
    public event EventHandler Initialized
    {
        add => AddHandler(InitializedEvent, value);
        remove => RemoveHandler(InitializedEvent, value);
    }

    /// <summary>Occurs when all clones have closed, before the activity closes. The sender is the activity.</summary>
    public event EventHandler Completed
    {
        add => AddHandler(CompletedEvent, value);
        remove => RemoveHandler(CompletedEvent, value);
    }

    /// <summary>Occurs when a clone was created, before the clone runs. The sender is the activity.</summary>
    public event EventHandler<ReplicatorChildEventArgs> ChildInitialized
    {
        add => AddHandler(ChildInitializedEvent, value);
        remove => RemoveHandler(ChildInitializedEvent, value);
    }

    /// <summary>Occurs when a clone has closed while the activity is executing. The sender is the activity.</summary>
    public event EventHandler<ReplicatorChildEventArgs> ChildCompleted
    {
        add => AddHandler(ChildCompletedEvent, value);
        remove => RemoveHandler(ChildCompletedEvent, value);
    }

    /// <summary>Gets or sets a value that determines whether the clones run one after the other or concurrently. Default: one after the other.</summary>
    public ExecutionType ExecutionType
    {
        get => (ExecutionType)GetValue(ExecutionTypeProperty)!;
        set => SetValue(ExecutionTypeProperty, value);
    }

    /// <summary>The data with which the activity begins. Null means no data. Later changes of the list have no effect.</summary>
    public IList? InitialChildData
    {
        get => (IList?)GetValue(InitialChildDataProperty);
        set => SetValue(InitialChildDataProperty, value);
    }

    /// <summary>
    /// The condition that ends the activity. It is evaluated after <see cref="Initialized"/> and after each <see cref="ChildCompleted"/>, until it is true for
    /// the first time; then running clones are canceled. While the condition is false, the activity does not end: if all clones have closed, the activity waits
    /// for new data. Null means that the activity ends when all clones have closed.
    /// </summary>
    public ActivityCondition? UntilCondition
    {
        get => (ActivityCondition?)GetValue(UntilConditionProperty);
        set => SetValue(UntilConditionProperty, value);
    }

    /// <summary>
    /// The data of the clones. Code in a step of the instance can change the list while the activity is executing. A new item gets a clone; in a sequence, only
    /// if the item comes after the current item. If an item is removed, its clone is canceled.
    /// </summary>
    public IList CurrentChildData => _data ??= new ReplicatorData(this, Children.Select(static child => child.Data));

    /// <summary>
    /// In a sequence, the index of the item whose clone runs or has just closed. If no clone runs, or if the clones run concurrently, the last index; -1 if
    /// there is no data.
    /// </summary>
    public int CurrentIndex =>
        ExecutionType == ExecutionType.Sequence && (_isDeciding || (_index >= 0 && _index < Children.Count && Children[_index].IsRunning))
            ? _index
            : Children.Count - 1;

    /// <summary>True if the clones of all data items have closed.</summary>
    public bool AllChildrenComplete => Progress.IsComplete;

    /// <summary>The running clones.</summary>
    public ICollection<Activity> DynamicActivities => EnabledActivities is [{ } child] ? GetDynamicActivities(child) : [];

    private List<ReplicatorChild> Children => _children ?? [];

    private ReplicatorProgress Progress => _progress ??= new ReplicatorProgress(Children);

    /// <summary>Returns true if the clone of a data item runs.</summary>
    /// <param name="index">The index of the data item.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no data item with this index.</exception>
    public bool IsExecuting(int index)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, Children.Count);
        return Children[index].IsRunning;
    }

    internal override bool CanChangeWhileRunning => false;

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ReplicatorChild? child = Progress.Find(e.Activity);
        bool isEnough;
        _isDeciding = child is not null;
        try
        {
            Complete(context, child, e.Activity);
            isEnough = !_isEnding && ExecutionStatus == ActivityExecutionStatus.Executing && UntilCondition?.Evaluate(this, context) == true;
        }
        finally
        {
            _isDeciding = false;
        }

        Continue(context, isEnough);
    }

    /// <summary>Called in a separate step after the data has changed.</summary>
    void IActivityEventListener<EventArgs>.OnEvent(object sender, EventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        if (!_isGrowing)
        {
            foreach (Activity clone in DynamicActivities
                .Where(clone => clone.ExecutionStatus == ActivityExecutionStatus.Executing && Progress.Find(clone) is null))
            {
                context.CancelActivity(clone);
            }
        }

        _isUpdating = false;
        _isGrowing = false;
        Continue(context, isEnough: false);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        _children = [];
        _progress = null;
        _index = -1;
        _isUpdating = true;
        RaiseEvent(InitializedEvent, this, EventArgs.Empty);
        foreach (object? data in InitialChildData ?? Array.Empty<object>())
        {
            CurrentChildData.Add(data);
        }

        _isUpdating = false;
        if (UntilCondition?.Evaluate(this, executionContext) == true || !RunMore(executionContext))
        {
            RaiseEvent(CompletedEvent, this, EventArgs.Empty);
            return ActivityExecutionStatus.Closed;
        }

        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (EnabledActivities.Count != 1)
        {
            yield return "does not have exactly one child that is enabled; put several activities into a SequenceActivity";
        }

        if (UntilCondition?.Problem is { } problem)
        {
            yield return problem;
        }
    }

    internal void InsertChild(int index, object? data)
    {
        CheckDataCanChange();
        ReplicatorProgress progress = Progress;
        _children!.Insert(index, new ReplicatorChild(data));
        progress.Inserted(index);
        _index += index <= _index ? 1 : 0;
        QueueUpdate(isAddition: true);
    }

    internal void RemoveChild(int index)
    {
        CheckDataCanChange();
        ReplicatorProgress progress = Progress;
        ReplicatorChild child = _children![index];
        _children.RemoveAt(index);
        progress.Removed(index, child);
        _index -= index <= _index ? 1 : 0;
        QueueUpdate(isAddition: false);
    }

    /// <summary>Queues an update of the clones. Several changes in one step share one update. Changes before the first clone need no update.</summary>
    private void QueueUpdate(bool isAddition)
    {
        _isGrowing &= isAddition;
        if (!_isUpdating)
        {
            _isUpdating = true;
            _isGrowing = isAddition;
            Invoke<EventArgs>(this, EventArgs.Empty);
        }
    }

    private void CheckDataCanChange()
    {
        if (ExecutionStatus != ActivityExecutionStatus.Executing || _children is null)
        {
            throw new InvalidOperationException(
                $"The data of '{QualifiedName}' cannot change: its status is '{ExecutionStatus}'; change it while the activity is executing.");
        }
    }

    private void Complete(ActivityExecutionContext context, ReplicatorChild? child, Activity clone)
    {
        try
        {
            if (child is not null)
            {
                Progress.Completed(child);
                if (ExecutionStatus == ActivityExecutionStatus.Executing)
                {
                    RaiseGenericEvent(ChildCompletedEvent, this, new ReplicatorChildEventArgs(child.Data, clone));
                }
            }
        }
        finally
        {
            ActivityExecutionContextManager manager = context.ExecutionContextManager;
            manager.CompleteExecutionContext(manager.GetExecutionContext(clone)!);
            child?.Clone = null;
        }
    }

    private void Continue(ActivityExecutionContext context, bool isEnough)
    {
        if (ExecutionStatus != ActivityExecutionStatus.Executing)
        {
            if (!HasActiveChild)
            {
                context.CloseActivity();
            }

            return;
        }

        _isEnding |= isEnough;
        if (_isEnding ? !CancelChildren(context) : !RunMore(context))
        {
            RaiseEvent(CompletedEvent, this, EventArgs.Empty);
            context.CloseActivity();
        }
    }

    /// <summary>Runs the clones of the next items: one clone in a sequence, otherwise all that have not started.</summary>
    /// <returns>True if the activity has something to wait for; false if it can close.</returns>
    private bool RunMore(ActivityExecutionContext context)
    {
        if (ExecutionType == ExecutionType.Sequence)
        {
            while (!HasActiveChild && _index + 1 < _children!.Count)
            {
                _index++;
                RunChild(context, _children[_index]);
            }
        }
        else
        {
            // A handler of ChildInitialized may change the data. Items that it adds are started by the update that the change queues.
            foreach (ReplicatorChild child in Progress.TakeWaiting())
            {
                if (!child.IsRemoved)
                {
                    RunChild(context, child);
                }
            }
        }

        return HasActiveChild || UntilCondition is not null;
    }

    private void RunChild(ActivityExecutionContext context, ReplicatorChild child)
    {
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        ActivityExecutionContext inner = manager.CreateExecutionContext(EnabledActivities[0]);
        Progress.Began(child, inner.Activity);
        RaiseGenericEvent(ChildInitializedEvent, this, new ReplicatorChildEventArgs(child.Data, inner.Activity));
        if (!child.IsRemoved)
        {
            inner.Activity.RegisterForStatusChange(ClosedEvent, this);
            inner.ExecuteActivity(inner.Activity);
        }
        else
        {
            manager.CompleteExecutionContext(inner);
        }
    }
}
