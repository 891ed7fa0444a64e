using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Listens for the event of a child of a state, or, without a child, for requests to set the state.</summary>
[Serializable]
internal sealed class StateHandler(StateActivity owner, EventDrivenActivity? template) : IActivityEventListener<QueueEventArgs>
{
    public EventDrivenActivity? Template => template;

    public void OnEvent(object sender, QueueEventArgs e) => owner.TakeItem((ActivityExecutionContext)sender, e.QueueName);
}

/// <summary>Continues a state in a separate step: runs the handler for the event of a queue, or ends the state.</summary>
[Serializable]
internal sealed class StateSignal(StateActivity owner) : IActivityEventListener<StateSignalEventArgs>
{
    public void OnEvent(object sender, StateSignalEventArgs e) => owner.OnSignal((ActivityExecutionContext)sender, e.QueueName);
}

/// <summary>The next action of a state.</summary>
[Serializable]
internal sealed class StateSignalEventArgs(IComparable? queueName) : EventArgs
{
    /// <summary>The queue whose handler runs; null if the state ends.</summary>
    public IComparable? QueueName { get; } = queueName;
}
