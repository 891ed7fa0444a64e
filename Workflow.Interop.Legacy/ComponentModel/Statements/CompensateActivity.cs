namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Compensates an activity that has succeeded. It must be in a fault, cancellation or compensation handler, and the target must be in the activity to which the
/// handler belongs. If the target ran several times, each run is compensated, newest first; if no run has succeeded, nothing happens. If the target is the
/// activity to which the handler belongs, all compensatable activities in it are compensated, newest first.
/// </summary>
public sealed class CompensateActivity : Activity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Identifies the dependency property <see cref="TargetActivityName"/>.</summary>
    public static readonly DependencyProperty TargetActivityNameProperty = DependencyProperty.Register(
        "TargetActivityName", typeof(string), typeof(CompensateActivity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    private bool _isWaiting;

    /// <summary>Creates an activity without a target.</summary>
    public CompensateActivity()
    {
    }

    /// <summary>Creates an activity without a target.</summary>
    /// <param name="name">The name of the activity.</param>
    public CompensateActivity(string name)
        : base(name)
    {
    }

    /// <summary>The name of the activity to compensate. Required.</summary>
    public string TargetActivityName
    {
        get => (string)GetValue(TargetActivityNameProperty)!;
        set => SetValue(TargetActivityNameProperty, value);
    }

    /// <summary>The activity to which the enclosing handler belongs; null if there is no handler.</summary>
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

        // A cancellation does not interrupt a compensation that has begun, but no further compensation begins. If a compensation fails, its exception ends the
        // enclosing handler, which cancels this activity. This activity does not close before that, so that nothing runs after it.
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
