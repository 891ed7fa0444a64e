using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>A sequence that is a workflow.</summary>
public class SequentialWorkflowActivity : SequenceActivity
{
    /// <summary>The dependency property for the event <see cref="Initialized"/>.</summary>
    public static readonly DependencyProperty InitializedEvent =
        DependencyProperty.Register("Initialized", typeof(EventHandler), typeof(SequentialWorkflowActivity));

    /// <summary>The dependency property for the event <see cref="Completed"/>.</summary>
    public static readonly DependencyProperty CompletedEvent =
        DependencyProperty.Register("Completed", typeof(EventHandler), typeof(SequentialWorkflowActivity));

    /// <summary>Creates a workflow without children.</summary>
    public SequentialWorkflowActivity()
    {
    }

    /// <summary>Creates a workflow without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public SequentialWorkflowActivity(string name)
        : base(name)
    {
    }

    /// <summary>Occurs when the workflow begins to run, before its first child. The sender is the workflow.</summary>
    public event EventHandler Initialized
    {
        add => AddHandler(InitializedEvent, value);
        remove => RemoveHandler(InitializedEvent, value);
    }

    /// <summary>Occurs when the last child has closed. The sender is the workflow.</summary>
    public event EventHandler Completed
    {
        add => AddHandler(CompletedEvent, value);
        remove => RemoveHandler(CompletedEvent, value);
    }

    /// <summary>
    /// A condition that must be true when <see cref="WorkflowChanges"/> are applied to an instance. Null, the default, means that changes can always be
    /// applied.
    /// </summary>
    public ActivityCondition? DynamicUpdateCondition
    {
        get => (ActivityCondition?)WorkflowChanges.GetCondition(this);
        set => WorkflowChanges.SetCondition(this, value);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        RaiseEvent(InitializedEvent, this, EventArgs.Empty);
        return base.Execute(executionContext);
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => DynamicUpdateCondition?.Problem is { } problem ? [problem] : [];

    /// <inheritdoc/>
    protected override void OnSequenceComplete(ActivityExecutionContext executionContext) => RaiseEvent(CompletedEvent, this, EventArgs.Empty);
}
