namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The data of a queue event.</summary>
[Serializable]
public sealed class QueueEventArgs : EventArgs
{
    internal QueueEventArgs(IComparable queueName) => QueueName = queueName;

    /// <summary>The name of the queue.</summary>
    public IComparable QueueName { get; }
}
