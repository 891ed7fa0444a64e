namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Compensates an activity that has succeeded. It is in a handler of faults, cancellation or compensation, and the activity is in the one to which the handler belongs. If the
/// activity ran several times, each run is compensated, newest first; if none of its runs has succeeded, nothing happens. The name of the activity to which the handler belongs
/// means all compensatable activities in it, newest first.
/// </summary>
public sealed class CompensateActivity : Activity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>The property <see cref="TargetActivityName"/>.</summary>
    public static readonly DependencyProperty TargetActivityNameProperty = DependencyProperty.Register(
        "TargetActivityName", typeof(string), typeof(CompensateActivity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    private bool _isWaiting;

    /// <summary>Makes it without a target.</summary>
    public CompensateActivity()
    {
    }

    /// <summary>Makes it without a target.</summary>
    /// <param name="name">Its name.</param>
    public CompensateActivity(string name)
        : base(name)
    {
    }

    /// <summary>The name of the activity to compensate. It has to be set.</summary>
    public string TargetActivityName
    {
        get => (string)GetValue(TargetActivityNameProperty)!;
        set => SetValue(TargetActivityNameProperty, value);
    }

    /// <summary>The activity to which the handler around this one belongs; null if there is no handler.</summary>
    private CompositeActivity? Scope
    {
        get
        {
            CompositeActivity? handler = Parent;
            while (handler is not (null or FaultHandlersActivity or CancellationHandlerActivity or CompensationHandlerActivity))
            {
                handler = handler.Parent;
            }

            return handler?.Parent;
        }
    }

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        _isWaiting = false;

        // What has begun is not interrupted by a cancellation; what has not, does not begin. The exception of a compensation that failed ends the handler around this activity: it
        // cancels this activity, which does not close before, so that nothing runs after it.
        bool hasFailed = e.ExecutionResult != ActivityExecutionResult.Compensated;
        if (ExecutionStatus != ActivityExecutionStatus.Executing || (!hasFailed && !CompensateNext(context)))
        {
            context.CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) =>
        CompensateNext(executionContext) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) =>
        _isWaiting ? ActivityExecutionStatus.Canceling : ActivityExecutionStatus.Closed;

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) =>
        _isWaiting ? ActivityExecutionStatus.Faulting : ActivityExecutionStatus.Closed;

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Scope is not { } scope)
        {
            return ["is not in a handler of faults, cancellation or compensation; move it into one"];
        }

        Activity? target = TargetActivityName.Length == 0 ? null : scope.GetActivityByName(TargetActivityName, withinThisActivityOnly: true);
        return target is null
            ? [$"has the TargetActivityName '{TargetActivityName}', which is no activity in '{scope.QualifiedName}'; name that activity or one in it"]
            : ReferenceEquals(target, scope) || target is ICompensatableActivity
                ? []
                : [$"has the TargetActivityName '{TargetActivityName}', which cannot be compensated; name an activity that implements ICompensatableActivity"];
    }

    private bool CompensateNext(ActivityExecutionContext context)
    {
        CompositeActivity scope = Scope!;
        Activity named = scope.GetActivityByName(TargetActivityName, withinThisActivityOnly: true)!;
        if (Compensation.Newest(scope, ReferenceEquals(named, scope) ? null : named.QualifiedName) is not { } target)
        {
            return false;
        }

        target.RegisterForStatusChange(ClosedEvent, this);
        _isWaiting = true;
        context.CompensateActivity(target);
        return true;
    }
}
