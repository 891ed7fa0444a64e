using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Runs its children depending on conditions. The conditions are evaluated when the activity begins and whenever a child has closed. A child runs as long as
/// its condition is true, each time as a new clone; a child without a condition runs once.
/// </summary>
public sealed class ConditionedActivityGroup : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>The attached dependency property for the condition of a child.</summary>
    public static readonly DependencyProperty WhenConditionProperty =
        DependencyProperty.RegisterAttached(
            "WhenCondition", typeof(ActivityCondition), typeof(ConditionedActivityGroup), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="UntilCondition"/>.</summary>
    public static readonly DependencyProperty UntilConditionProperty =
        DependencyProperty.Register(
            "UntilCondition", typeof(ActivityCondition), typeof(ConditionedActivityGroup), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    private Dictionary<string, int>? _runs;
    private bool _isEnding;

    /// <summary>Creates an activity without children.</summary>
    public ConditionedActivityGroup()
    {
    }

    /// <summary>Creates an activity without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public ConditionedActivityGroup(string name)
        : base(name)
    {
    }

    /// <summary>
    /// The condition that ends the activity: when the condition is true, running children are canceled. Null means that the activity ends when no child runs
    /// and no condition of a child is true. If no child runs, no condition of a child is true, and this condition is false, the activity faults, because
    /// nothing could change the conditions anymore.
    /// </summary>
    public ActivityCondition? UntilCondition
    {
        get => (ActivityCondition?)GetValue(UntilConditionProperty);
        set => SetValue(UntilConditionProperty, value);
    }

    /// <summary>Returns the condition of a child; null if it has none.</summary>
    /// <param name="dependencyObject">The child.</param>
    public static object? GetWhenCondition(object dependencyObject)
    {
        ArgumentNullException.ThrowIfNull(dependencyObject);
        return ((DependencyObject)dependencyObject).GetValue(WhenConditionProperty);
    }

    /// <summary>Sets the condition of a child.</summary>
    /// <param name="dependencyObject">The child.</param>
    /// <param name="value">The condition, an <see cref="ActivityCondition"/>. Null means that the child runs once.</param>
    public static void SetWhenCondition(object dependencyObject, object? value)
    {
        ArgumentNullException.ThrowIfNull(dependencyObject);
        ((DependencyObject)dependencyObject).SetValue(WhenConditionProperty, value);
    }

    /// <summary>Returns the running clone of a child; null if none runs.</summary>
    /// <param name="childActivity">The child.</param>
    public Activity? GetDynamicActivity(Activity childActivity)
    {
        ArgumentNullException.ThrowIfNull(childActivity);
        return GetDynamicActivities(childActivity).FirstOrDefault();
    }

    /// <summary>Returns the running clone of a child; null if none runs.</summary>
    /// <param name="childActivityName">The name of the child.</param>
    /// <exception cref="ArgumentException">There is no child of this name.</exception>
    public Activity? GetDynamicActivity(string childActivityName) => GetDynamicActivity(
        Activities[childActivityName]
            ?? throw new ArgumentException($"'{QualifiedName}' has no child '{childActivityName}'; use the name of a child.", nameof(childActivityName)));

    /// <summary>Returns the number of times that a child has begun to run.</summary>
    /// <param name="child">The child.</param>
    public int GetChildActivityExecutedCount(Activity child)
    {
        ArgumentNullException.ThrowIfNull(child);
        return _runs?.GetValueOrDefault(child.QualifiedName) ?? 0;
    }

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!);
        if (ExecutionStatus == ActivityExecutionStatus.Executing ? !RunMore(context) : !HasActiveChild)
        {
            context.CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        _runs = [];
        return RunMore(executionContext) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <summary>Evaluates the conditions after the workflow has changed.</summary>
    protected internal override void OnWorkflowChangesCompleted(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        if (!RunMore(executionContext))
        {
            executionContext.CloseActivity();
        }
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (UntilCondition?.Problem is { } problem)
        {
            yield return problem;
        }

        foreach (Activity child in EnabledActivities)
        {
            if ((GetWhenCondition(child) as ActivityCondition)?.Problem is { } problemOfChild)
            {
                yield return $"has the child '{child.QualifiedName}', which {problemOfChild}";
            }
        }
    }

    /// <summary>Runs the children whose conditions are true.</summary>
    /// <returns>True if the activity has something to wait for; false if it can close.</returns>
    private bool RunMore(ActivityExecutionContext context)
    {
        _isEnding = _isEnding || UntilCondition?.Evaluate(this, context) == true;
        if (_isEnding)
        {
            return CancelChildren(context);
        }

        // The evaluation of a condition may change the children. A removed child does not run; an added child is evaluated in the step of its change.
        ReadOnlyCollection<Activity> children = EnabledActivities;
        foreach (Activity child in children)
        {
            if (GetDynamicActivities(child).Length == 0 && MayRun(child, context) && Activities.Contains(child))
            {
                ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(child);
                _runs![child.QualifiedName] = GetChildActivityExecutedCount(child) + 1;
                inner.Activity.RegisterForStatusChange(ClosedEvent, this);
                inner.ExecuteActivity(inner.Activity);
            }
        }

        return HasActiveChild || !children.SequenceEqual(EnabledActivities) || (UntilCondition is null
            ? false
            : throw new InvalidOperationException(
                $"'{QualifiedName}' cannot go on: no child runs, no condition of a child holds, and UntilCondition does not hold; change the conditions."));
    }

    private bool MayRun(Activity child, ActivityExecutionContext context) =>
        GetWhenCondition(child) is ActivityCondition condition ? condition.Evaluate(child, context) : GetChildActivityExecutedCount(child) == 0;
}
