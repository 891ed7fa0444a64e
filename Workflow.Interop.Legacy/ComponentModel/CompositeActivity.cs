using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>An activity that has children. A derived class decides which of them run, and when.</summary>
public class CompositeActivity : Activity
{
    private bool _canModify;
    private bool _isSealed;
    private bool _isTransient;
    private DefinitionHistory? _history;

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

    /// <summary>How the definition of the workflow came to be; only the root of a workflow in a runtime has it. Any thread reads it.</summary>
    internal DefinitionHistory? History
    {
        get => Volatile.Read(ref _history);
        set => Volatile.Write(ref _history, value);
    }

    /// <summary>Whether children can be added while the activity runs.</summary>
    internal virtual bool CanChangeWhileRunning => true;

    /// <summary>The execution contexts that this activity has made for clones of its children; null if there was none.</summary>
    internal ExecutionContexts? Contexts => State.TryGet(ExecutionContexts.ContextsProperty, out object? value) ? (ExecutionContexts?)value : null;

    /// <summary>Whether a child that is enabled has begun and not ended, or an execution context has not been completed.</summary>
    internal bool HasActiveChild => Contexts is { Active.Count: > 0 } || HasRunningChild;

    /// <summary>Whether a child that is enabled, or a clone, has begun and not ended.</summary>
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

            // Thousands of clones usually close in the order in which they were made: the newest ones run longest.
            return Contexts?.Active.FindLastIndex(static clone => clone.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed)) >= 0;
        }
    }

    /// <summary>Calls <see cref="Activity.Cancel"/>. If a child is active afterwards, cancels the children that are executing.</summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <param name="exception">The exception.</param>
    /// <returns>
    /// Faulting if <see cref="Activity.Cancel"/> returns Canceling, or a child is active: the derived class closes the activity when the last of them has closed. Otherwise what
    /// <see cref="Activity.Cancel"/> returns.
    /// </returns>
    protected internal override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
    {
        ActivityExecutionStatus canceled = Cancel(executionContext);
        bool isBusy = canceled == ActivityExecutionStatus.Canceling || (ExecutionStatus == ActivityExecutionStatus.Faulting && !Runtime.HasPrimaryClosed && CancelChildren(executionContext));
        return isBusy ? ActivityExecutionStatus.Faulting : canceled;
    }

    /// <summary>The running clones of a child; the child itself if it runs without being cloned.</summary>
    /// <param name="activity">The child.</param>
    protected Activity[] GetDynamicActivities(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Activity[] clones = [.. Contexts?.Active.Where(clone => clone.QualifiedName == activity.QualifiedName) ?? []];
        return clones.Length == 0 && activity.ExecutionStatus is not (ActivityExecutionStatus.Initialized or ActivityExecutionStatus.Closed) ? [activity] : clones;
    }

    /// <summary>Changes the definition of the instance to which this activity belongs, at once. The instance stays as it is if the changes are refused.</summary>
    /// <param name="workflowChanges">The changes. They can be applied once.</param>
    /// <exception cref="WorkflowValidationFailedException">The workflow would not be valid, or an activity cannot change now; all problems are listed.</exception>
    /// <exception cref="InvalidOperationException">
    /// The activity belongs to no instance, the condition of the workflow does not hold, a transaction scope runs, or a new activity cannot be saved.
    /// </exception>
    /// <exception cref="NotSupportedException">The activity runs inside a workflow of Workflow.Core.</exception>
    protected internal void ApplyWorkflowChanges(WorkflowChanges workflowChanges)
    {
        ArgumentNullException.ThrowIfNull(workflowChanges);
        Runtime.RequiredPort.ApplyChanges(workflowChanges);
    }

    /// <summary>
    /// Is called in a step of its own after a child was added while the activity runs, in <see cref="ActivityExecutionStatus.Executing"/>. An exception faults the activity; the child
    /// stays. The base class does nothing.
    /// </summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <param name="addedActivity">The child.</param>
    protected internal virtual void OnActivityChangeAdd(ActivityExecutionContext executionContext, Activity addedActivity)
    {
    }

    /// <summary>
    /// Is called in a step of its own after a child was removed while the activity runs, in <see cref="ActivityExecutionStatus.Executing"/>, before the child is uninitialized. An
    /// exception faults the activity. The base class does nothing.
    /// </summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <param name="removedActivity">The child that is none any more.</param>
    protected internal virtual void OnActivityChangeRemove(ActivityExecutionContext executionContext, Activity removedActivity)
    {
    }

    /// <summary>
    /// Is called after changes, in a step of its own, for each activity that had a call of <see cref="OnActivityChangeAdd"/> or <see cref="OnActivityChangeRemove"/>. An exception faults
    /// the activity. The base class does nothing.
    /// </summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
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

    /// <summary>The activity belongs to a definition that an application changes. The children of the root can change also if they belong to its type.</summary>
    internal void BecomeTransient(bool isRoot)
    {
        _isTransient = true;
        _isSealed = _isSealed && !isRoot;
    }

    /// <summary>Why a child cannot be removed while the activity runs, as a sentence; null if it can.</summary>
    internal virtual string? ProblemOfRemoving(Activity removed) => null;

    /// <summary>Why a child cannot be added while the activity runs, as a sentence without a subject; null if it can.</summary>
    internal virtual string? ProblemOfAdding(Activity added) => CanChangeWhileRunning ? null : "cannot change while it runs; change it before or afterwards";

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
        if (!DesignMode && !_isTransient)
        {
            throw new InvalidOperationException($"The children of '{Name}' cannot change while the workflow runs; change them before it is created, or use WorkflowChanges.");
        }

        if (_isSealed)
        {
            throw new InvalidOperationException($"The children of '{Name}' belong to its type '{GetType()}'; change them in the constructor of the type.");
        }
    }
}
