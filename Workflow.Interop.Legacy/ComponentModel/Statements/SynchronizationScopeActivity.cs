namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Runs its children one after the other while it holds named locks. Of the scopes in a workflow that use the same name, only one runs at a time. A scope
/// acquires its locks in the order of their names, so parallel scopes cannot deadlock. For a name that a scope shares with an outer scope, it competes only
/// with other scopes in that outer scope.
/// </summary>
public sealed class SynchronizationScopeActivity
    : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>, IActivityEventListener<EventArgs>
{
    /// <summary>Identifies the dependency property <see cref="SynchronizationHandles"/>.</summary>
    public static readonly DependencyProperty SynchronizationHandlesProperty = DependencyProperty.Register(
        "SynchronizationHandles",
        typeof(ICollection<string>),
        typeof(SynchronizationScopeActivity),
        new PropertyMetadata(DependencyPropertyOptions.Metadata));

    // The names of the locks in ordinal order, and the number of locks that the scope holds.
    private string[]? _names;
    private int _held;

    /// <summary>Creates an activity without locks.</summary>
    public SynchronizationScopeActivity()
    {
    }

    /// <summary>Creates an activity without locks.</summary>
    /// <param name="name">The name of the activity.</param>
    public SynchronizationScopeActivity(string name)
        : base(name)
    {
    }

    /// <summary>The names of the locks, case-sensitive. Null, the default, means no locks.</summary>
    public ICollection<string>? SynchronizationHandles
    {
        get => (ICollection<string>?)GetValue(SynchronizationHandlesProperty);
        set => SetValue(SynchronizationHandlesProperty, value);
    }

    internal ICollection<string> Handles => SynchronizationHandles ?? [];

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
        SequentialFlow.OnClosed(this, sender, e, this);

    /// <summary>Called when the scope has acquired the lock for which it waited.</summary>
    void IActivityEventListener<EventArgs>.OnEvent(object sender, EventArgs e)
    {
        if (ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            ActivityExecutionContext context = (ActivityExecutionContext)sender;
            _held++;
            if (TryLock() && !SequentialFlow.Start(this, context, this))
            {
                context.CloseActivity();
            }
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        _names = [.. Handles.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];
        _held = 0;
        return !TryLock() || SequentialFlow.Start(this, executionContext, this) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <summary>Releases the locks. The handlers of a fault or a cancellation have run before.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal override void OnClosed(IServiceProvider provider)
    {
        foreach (string name in _names ?? [])
        {
            SynchronizationLocks.For(this, name).Release(name, this);
        }

        _names = null;
        base.OnClosed(provider);
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is null)
        {
            yield return "is a workflow; a scope is in one";
        }

        if (Handles.Any(string.IsNullOrEmpty))
        {
            yield return "has a lock without a name in SynchronizationHandles; name it";
        }
    }

    /// <summary>Requests the locks one after the other.</summary>
    /// <returns>True if the scope holds all locks; otherwise, it continues when it gets the lock for which it waits.</returns>
    private bool TryLock()
    {
        while (_held < _names!.Length)
        {
            if (!SynchronizationLocks.For(this, _names[_held]).Request(_names[_held], this))
            {
                return false;
            }

            _held++;
        }

        return true;
    }

    /// <summary>Notifies the scope that it has acquired the lock for which it waited.</summary>
    internal void Continue() => Invoke<EventArgs>(this, EventArgs.Empty);
}
