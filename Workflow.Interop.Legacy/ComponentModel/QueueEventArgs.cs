namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>An item is in a queue.</summary>
[Serializable]
public sealed class QueueEventArgs : EventArgs
{
    internal QueueEventArgs(IComparable queueName) => QueueName = queueName;

    /// <summary>The name of the queue.</summary>
    public IComparable QueueName { get; }
}
