using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>A state machine that is a workflow. It begins in its initial state and ends in its completed state.</summary>
public class StateMachineWorkflowActivity : StateActivity
{
    /// <summary>The name of the queue for <see cref="SetStateEventArgs"/>, with which an application sets the state.</summary>
    public const string SetStateQueueName = "SetStateQueue";

    /// <summary>The dependency property for <see cref="InitialStateName"/>.</summary>
    public static readonly DependencyProperty InitialStateNameProperty =
        DependencyProperty.Register(
            "InitialStateName", typeof(string), typeof(StateMachineWorkflowActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="CompletedStateName"/>.</summary>
    public static readonly DependencyProperty CompletedStateNameProperty =
        DependencyProperty.Register(
            "CompletedStateName", typeof(string), typeof(StateMachineWorkflowActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>Creates a state machine without states.</summary>
    public StateMachineWorkflowActivity()
    {
    }

    /// <summary>Creates a state machine without states.</summary>
    /// <param name="name">The name of the activity.</param>
    public StateMachineWorkflowActivity(string name)
        : base(name)
    {
    }

    /// <summary>The name of the state in which the workflow begins. Required. The state must not contain other states.</summary>
    public string? InitialStateName
    {
        get => (string?)GetValue(InitialStateNameProperty);
        set => SetValue(InitialStateNameProperty, value);
    }

    /// <summary>
    /// The name of the state in which the workflow ends. The state must have no children. Null means that the workflow does not end by itself.
    /// </summary>
    public string? CompletedStateName
    {
        get => (string?)GetValue(CompletedStateNameProperty);
        set => SetValue(CompletedStateNameProperty, value);
    }

    /// <summary>The name of the innermost current state; null before the workflow runs. Thread-safe.</summary>
    public string? CurrentStateName => Machine?.Current;

    /// <summary>The name of the previous innermost state; null if there is none. Thread-safe.</summary>
    public string? PreviousStateName => Machine?.Previous;

    internal StateMachineProgress? Machine { get; private set; }

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
    protected internal override void Initialize(IServiceProvider provider)
    {
        ArgumentNullException.ThrowIfNull(provider);
        base.Initialize(provider);
        ((WorkflowQueuingService)provider.GetService(typeof(WorkflowQueuingService))!).CreateWorkflowQueue(SetStateQueueName, transactional: true);
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        Machine = new StateMachineProgress(InitialStateName!);
        executionContext.GetService<WorkflowQueuingService>()!.GetWorkflowQueue(SetStateQueueName)
            .RegisterForQueueItemAvailable(new StateHandler(this, null), QualifiedName);
        return base.Execute(executionContext);
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is not null)
        {
            yield return "is in another activity; a state machine is a workflow";
        }

        if (DynamicUpdateCondition?.Problem is { } problem)
        {
            yield return problem;
        }

        if (InitialStateName is null || GetActivityByName(InitialStateName) is not StateActivity { IsLeaf: true } || InitialStateName == CompletedStateName)
        {
            yield return "has no InitialStateName of a state without other states in it; set it";
        }

        if (CompletedStateName is not null && GetActivityByName(CompletedStateName) is not StateActivity { IsLeaf: true })
        {
            yield return "has a CompletedStateName that is no state without other states in it; correct it";
        }

        if (EnabledActivities.Any(static activity => activity is not (EventDrivenActivity or StateActivity))
            || Activities.Any(static activity => activity.IsHandler))
        {
            yield return "has a child that is neither a StateActivity nor an EventDrivenActivity; move it into one";
        }
    }
}
