namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Runs its children one after the other while it has named locks: of scopes in one workflow with the same name, only one runs at a time. It waits for its locks in the order of
/// their names, so scopes side by side cannot wait for each other; a scope in another one can compete only with the scopes in it for the names that both have.
/// </summary>
public sealed class SynchronizationScopeActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>, IActivityEventListener<EventArgs>
{
    /// <summary>The property <see cref="SynchronizationHandles"/>.</summary>
    public static readonly DependencyProperty SynchronizationHandlesProperty =
        DependencyProperty.Register("SynchronizationHandles", typeof(ICollection<string>), typeof(SynchronizationScopeActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    // The names in their order, and how many of the locks it has.
    private string[]? _names;
    private int _held;

    /// <summary>Makes it without locks.</summary>
    public SynchronizationScopeActivity()
    {
    }

    /// <summary>Makes it without locks.</summary>
    /// <param name="name">Its name.</param>
    public SynchronizationScopeActivity(string name)
        : base(name)
    {
    }

    /// <summary>The names of the locks; null, the default: none. Case counts.</summary>
    public ICollection<string>? SynchronizationHandles
    {
        get => (ICollection<string>?)GetValue(SynchronizationHandlesProperty);
        set => SetValue(SynchronizationHandlesProperty, value);
    }

    internal ICollection<string> Handles => SynchronizationHandles ?? [];

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
        SequentialFlow.OnClosed(this, sender, e, this);

    /// <summary>It has got the lock for which it waited.</summary>
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

    /// <summary>Gives the locks back, after the handlers of a fault or a cancellation.</summary>
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

    /// <summary>Asks for one lock after the other.</summary>
    /// <returns>Whether it has all of them; otherwise it goes on when it gets the one for which it waits.</returns>
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

    /// <summary>It has got the lock for which it waited.</summary>
    internal void Go() => Invoke<EventArgs>(this, EventArgs.Empty);
}
