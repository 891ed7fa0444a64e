using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>An activity that has children. A derived class decides which of them run, and when.</summary>
public class CompositeActivity : Activity
{
    private bool _canModify;
    private bool _isSealed;

    /// <summary>Makes an activity without children.</summary>
    public CompositeActivity() => Activities = new ActivityCollection(this);

    /// <summary>Makes an activity without children.</summary>
    /// <param name="name">Its name.</param>
    public CompositeActivity(string name)
        : base(name) => Activities = new ActivityCollection(this);

    /// <summary>The children, handlers included. They can change only while the workflow is put together.</summary>
    public ActivityCollection Activities { get; private set; }

    /// <summary>The children that are enabled, without handlers of faults and cancellation. Each read makes a new list.</summary>
    public ReadOnlyCollection<Activity> EnabledActivities => new([.. Activities.Where(static activity => activity.Enabled && !activity.IsHandler)]);

    /// <summary>
    /// Whether the constructor of a custom activity adds children: it sets true before and false after. Once it is false again, the children are part of the type and
    /// do not change.
    /// </summary>
    protected bool CanModifyActivities
    {
        get => _canModify;
        set
        {
            _isSealed = !value && (_canModify || _isSealed);
            _canModify = value;
        }
    }

    /// <summary>The execution contexts that this activity has made for clones of its children; null if there was none.</summary>
    internal ExecutionContexts? Contexts => State.TryGet(ExecutionContexts.ContextsProperty, out object? value) ? (ExecutionContexts?)value : null;

    /// <summary>Whether a child that is enabled has begun and not ended, or an execution context has not been completed.</summary>
    internal bool HasActiveChild
    {
        get
        {
            foreach (Activity activity in Activities)
            {
                if (activity.Enabled && activity.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed))
                {
                    return true;
                }
            }

            return Contexts is { Active.Count: > 0 };
        }
    }

    /// <summary>Cancels the children that are executing.</summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <param name="exception">The exception.</param>
    /// <returns>Closed if no child is active; Faulting if one is: the derived class closes the activity when the last of them has closed.</returns>
    protected internal override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) =>
        CancelChildren(executionContext) ? ActivityExecutionStatus.Faulting : ActivityExecutionStatus.Closed;

    /// <summary>The running clones of a child; the child itself if it runs without being cloned.</summary>
    /// <param name="activity">The child.</param>
    protected Activity[] GetDynamicActivities(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Activity[] clones = [.. Contexts?.Active.Where(clone => clone.QualifiedName == activity.QualifiedName) ?? []];
        return clones.Length == 0 && activity.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed) ? [activity] : clones;
    }

    /// <inheritdoc/>
    internal override void BecomeCloneOf(Activity template)
    {
        base.BecomeCloneOf(template);
        Activities = new ActivityCollection(this);
    }

    /// <summary>Cancels the children that are executing, and removes execution contexts in which nothing has run.</summary>
    /// <returns>Whether a child is active.</returns>
    internal bool CancelChildren(ActivityExecutionContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        foreach (Activity activity in Activities)
        {
            if (activity.Enabled && activity.ExecutionStatus == ActivityExecutionStatus.Executing)
            {
                context.CancelActivity(activity);
            }
        }

        Contexts?.Cancel(context);
        return HasActiveChild;
    }

    internal void CheckChildrenCanChange()
    {
        if (!DesignMode)
        {
            throw new InvalidOperationException($"The children of '{Name}' cannot change while the workflow runs; change them before it is created.");
        }

        if (_isSealed)
        {
            throw new InvalidOperationException($"The children of '{Name}' belong to its type '{GetType()}'; change them in the constructor of the type.");
        }
    }
}
