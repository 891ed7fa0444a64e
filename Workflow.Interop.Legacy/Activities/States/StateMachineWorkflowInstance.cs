using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Gives an application access to the state machine of a workflow instance. All members are thread-safe.</summary>
public sealed class StateMachineWorkflowInstance
{
    /// <summary>Creates the object for a workflow instance.</summary>
    /// <param name="runtime">The runtime of the instance.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <exception cref="ArgumentException">The instance is not a state machine.</exception>
    /// <exception cref="InvalidOperationException">There is no such instance, or it has ended.</exception>
    public StateMachineWorkflowInstance(WorkflowRuntime runtime, Guid instanceId)
    {
        ArgumentNullException.ThrowIfNull(runtime);
        WorkflowInstance = runtime.GetWorkflow(instanceId);
        _ = WorkflowInstance.Root as StateMachineWorkflowActivity
            ?? throw new ArgumentException(
                $"The workflow instance '{instanceId}' is no StateMachineWorkflowActivity; use the id of a state machine.", nameof(instanceId));
        StateMachineWorkflow = (StateMachineWorkflowActivity)WorkflowInstance.GetWorkflowDefinition();
        States = new ReadOnlyCollection<StateActivity>(
            [.. ActivityNames.Tree(StateMachineWorkflow).OfType<StateActivity>().Where(static state => state.Enabled)]);
    }

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId => WorkflowInstance.InstanceId;

    /// <summary>The workflow instance.</summary>
    public WorkflowInstance WorkflowInstance { get; }

    /// <summary>The definition of the workflow: a tree of activities that do not run.</summary>
    public StateMachineWorkflowActivity StateMachineWorkflow { get; }

    /// <summary>The enabled states of the definition, including the state machine.</summary>
    public ReadOnlyCollection<StateActivity> States { get; }

    /// <summary>The name of the innermost current state; null before the instance runs.</summary>
    public string? CurrentStateName => ((StateMachineWorkflowActivity)WorkflowInstance.Root).CurrentStateName;

    /// <summary>The innermost current state, as an activity of the definition; null before the instance runs.</summary>
    public StateActivity? CurrentState => CurrentStateName is { } name ? States.FirstOrDefault(state => state.QualifiedName == name) : null;

    /// <summary>The names of the states that the instance has entered, the newest first; at most 100.</summary>
    public ReadOnlyCollection<string> StateHistory => new(((StateMachineWorkflowActivity)WorkflowInstance.Root).Machine?.History ?? []);

    /// <summary>
    /// The names of the states that the handlers and the initialization of the current state, and the handlers of its enclosing states, can set.
    /// </summary>
    public ReadOnlyCollection<string> PossibleStateTransitions
    {
        get
        {
            HashSet<string> targets = new(StringComparer.Ordinal);
            for (Activity? state = CurrentState; state is not null; state = state.Parent)
            {
                IEnumerable<Activity> own = ((CompositeActivity)state).EnabledActivities.Where(static child => child is not StateActivity);
                targets.UnionWith(own
                    .SelectMany(ActivityNames.Tree)
                    .OfType<SetStateActivity>()
                    .Where(static set => set.Enabled)
                    .Select(static set => set.TargetStateName));
            }

            return new ReadOnlyCollection<string>([.. targets]);
        }
    }

    /// <summary>Sends an item to a queue of the instance.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <exception cref="InvalidOperationException">The instance has ended, or the queue does not exist or is not enabled.</exception>
    public void EnqueueItem(IComparable queueName, object? item) => WorkflowInstance.EnqueueItem(queueName, item, null, null);

    /// <summary>Changes the state as soon as no handler runs.</summary>
    /// <param name="targetState">The next state, one of <see cref="States"/>.</param>
    /// <exception cref="ArgumentException">The state does not belong to the workflow, or contains other states.</exception>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void SetState(StateActivity targetState)
    {
        ArgumentNullException.ThrowIfNull(targetState);
        SetState(targetState.QualifiedName);
    }

    /// <summary>Changes the state as soon as no handler runs.</summary>
    /// <param name="targetStateName">The name of the next state.</param>
    /// <exception cref="ArgumentException">The state does not belong to the workflow, or contains other states.</exception>
    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void SetState(string targetStateName)
    {
        ArgumentNullException.ThrowIfNull(targetStateName);
        if (!States.Any(state => state.IsLeaf && state.QualifiedName == targetStateName))
        {
            throw new ArgumentException(
                $"'{targetStateName}' is no state of the workflow without other states in it; use the name of one.", nameof(targetStateName));
        }

        WorkflowInstance.EnqueueItemOnIdle(StateMachineWorkflowActivity.SetStateQueueName, new SetStateEventArgs(targetStateName), null, null);
    }
}
