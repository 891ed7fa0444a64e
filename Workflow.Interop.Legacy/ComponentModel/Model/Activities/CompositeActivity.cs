using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>An activity that has children. A derived class decides which children run, and when.</summary>
public class CompositeActivity : Activity
{
    private bool _canModify;
    private bool _isSealed;
    private bool _isTransient;

    /// <summary>Creates an activity without children.</summary>
    public CompositeActivity() => Activities = new ActivityCollection(this);

    /// <summary>Creates an activity without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public CompositeActivity(string name)
        : base(name) => Activities = new ActivityCollection(this);

    /// <summary>
    /// The children, including handlers. They can change only while the workflow is being built, or in the transient workflow of a
    /// <see cref="WorkflowChanges"/> object.
    /// </summary>
    public ActivityCollection Activities { get; private set; }

    /// <summary>The enabled children without handlers. Each read creates a new list.</summary>
    public ReadOnlyCollection<Activity> EnabledActivities => new([.. Activities.Where(static activity => activity.Enabled && !activity.IsHandler)]);

    /// <summary>
    /// True while the constructor of a custom activity adds children: the constructor sets the property to true before it adds them and to false afterwards.
    /// After that, the children are part of the type and cannot change.
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

    /// <summary>True if children can be added while the activity runs.</summary>
    internal virtual bool CanChangeWhileRunning => true;

    /// <summary>The execution contexts that this activity has created for clones of its children; null if there were none.</summary>
    internal ExecutionContexts? Contexts => State.TryGet(ExecutionContexts.ContextsProperty, out object? value) ? (ExecutionContexts?)value : null;

    /// <summary>True if an enabled child has begun and not ended, or an execution context has not been completed.</summary>
    internal bool HasActiveChild => Contexts is { Active.Count: > 0 } || HasRunningChild;

    /// <summary>True if an enabled child or a clone has begun and not ended.</summary>
    internal bool HasRunningChild
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

            // Clones usually close in the order in which they were created. With thousands of clones, the search from the newest one is fast.
            return Contexts?.Active.FindLastIndex(
                static clone => clone.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed)) >= 0;
        }
    }

    /// <summary>Calls <see cref="Activity.Cancel"/>. If a child is active afterwards, cancels the children that are executing.</summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <param name="exception">The exception.</param>
    /// <returns>
    /// Faulting if <see cref="Activity.Cancel"/> returns Canceling or a child is active. The derived class then closes the activity when the last child has
    /// closed. Otherwise, the result of <see cref="Activity.Cancel"/>.
    /// </returns>
    protected internal override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
    {
        ActivityExecutionStatus canceled = Cancel(executionContext);
        bool isBusy = canceled == ActivityExecutionStatus.Canceling
            || (ExecutionStatus == ActivityExecutionStatus.Faulting && !Runtime.HasPrimaryClosed && CancelChildren(executionContext));
        return isBusy ? ActivityExecutionStatus.Faulting : canceled;
    }

    /// <summary>Returns the running clones of a child, or the child itself if it runs without being cloned.</summary>
    /// <param name="activity">The child.</param>
    protected Activity[] GetDynamicActivities(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Activity[] clones = [.. Contexts?.Active.Where(clone => clone.QualifiedName == activity.QualifiedName) ?? []];
        return clones.Length == 0 && activity.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed)
            ? [activity]
            : clones;
    }

    /// <summary>
    /// Changes the definition of the instance to which this activity belongs. The changes take effect immediately. If they are refused, the instance does not
    /// change.
    /// </summary>
    /// <param name="workflowChanges">The changes. They can be applied once.</param>
    /// <exception cref="WorkflowValidationFailedException">The modified workflow is not valid, or an activity cannot change now. The exception lists all
    /// problems.</exception>
    /// <exception cref="InvalidOperationException">
    /// The activity belongs to no instance, the condition of the workflow is not true, a transaction scope is running, or a new activity cannot be saved.
    /// </exception>
    /// <exception cref="NotSupportedException">The activity runs inside a workflow of Workflow.Core.</exception>
    protected internal void ApplyWorkflowChanges(WorkflowChanges workflowChanges)
    {
        ArgumentNullException.ThrowIfNull(workflowChanges);
        Runtime.RequiredPort.ApplyChanges(workflowChanges);
    }

    /// <summary>
    /// Called in a separate step after a child was added to the activity while its status was <see cref="ActivityExecutionStatus.Executing"/>. An exception
    /// faults the activity; the child stays. The base class does nothing.
    /// </summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <param name="addedActivity">The new child.</param>
    protected internal virtual void OnActivityChangeAdd(ActivityExecutionContext executionContext, Activity addedActivity)
    {
    }

    /// <summary>
    /// Called in a separate step after a child was removed from the activity while its status was <see cref="ActivityExecutionStatus.Executing"/>, before the
    /// child is uninitialized. An exception faults the activity. The base class does nothing.
    /// </summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <param name="removedActivity">The removed child.</param>
    protected internal virtual void OnActivityChangeRemove(ActivityExecutionContext executionContext, Activity removedActivity)
    {
    }

    /// <summary>
    /// Called in a separate step after changes, for each activity whose <see cref="OnActivityChangeAdd"/> or <see cref="OnActivityChangeRemove"/> was called.
    /// An exception faults the activity. The base class does nothing.
    /// </summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    protected internal virtual void OnWorkflowChangesCompleted(ActivityExecutionContext executionContext)
    {
    }

    /// <inheritdoc/>
    internal override void BecomeCloneOf(Activity template)
    {
        base.BecomeCloneOf(template);
        Activities = new ActivityCollection(this);
    }

    /// <inheritdoc/>
    internal override void BecomePart()
    {
        base.BecomePart();
        Activities = new ActivityCollection(this);
    }

    /// <summary>
    /// Makes the activity part of a definition that an application modifies. The children of the root can then change even if they belong to its type.
    /// </summary>
    internal void BecomeTransient(bool isRoot)
    {
        _isTransient = true;
        _isSealed = _isSealed && !isRoot;
    }

    /// <summary>Returns the reason why a child cannot be removed while the activity runs, as a sentence; null if it can be removed.</summary>
    internal virtual string? ProblemOfRemoving(Activity removed) => null;

    /// <summary>Returns the reason why a child cannot be added while the activity runs, as a sentence without a subject; null if it can be added.</summary>
    internal virtual string? ProblemOfAdding(Activity added) => CanChangeWhileRunning ? null : "cannot change while it runs; change it before or afterwards";

    /// <summary>Cancels the children that are executing, and removes execution contexts in which nothing has run.</summary>
    /// <returns>True if a child is active.</returns>
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
        if (!DesignMode && !_isTransient)
        {
            throw new InvalidOperationException(
                $"The children of '{Name}' cannot change while the workflow runs; change them before it is created, or use WorkflowChanges.");
        }

        if (_isSealed)
        {
            throw new InvalidOperationException($"The children of '{Name}' belong to its type '{GetType()}'; change them in the constructor of the type.");
        }
    }
}
