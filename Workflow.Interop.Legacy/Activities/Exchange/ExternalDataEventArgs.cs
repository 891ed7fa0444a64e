using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>An event of a local service for a workflow instance.</summary>
[Serializable]
public class ExternalDataEventArgs : EventArgs
{
    [NonSerialized]
    private IPendingWork? _workHandler;

    [NonSerialized]
    private object? _workItem;

    /// <summary>Makes arguments without an instance; set <see cref="InstanceId"/>.</summary>
    public ExternalDataEventArgs()
        : this(Guid.Empty)
    {
    }

    /// <summary>Makes arguments.</summary>
    /// <param name="instanceId">The instance.</param>
    public ExternalDataEventArgs(Guid instanceId) => InstanceId = instanceId;

    /// <summary>Makes arguments with work that is done with the next save of the instance.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="workHandler">Does the work; null: none.</param>
    /// <param name="workItem">What is to do.</param>
    public ExternalDataEventArgs(Guid instanceId, IPendingWork? workHandler, object? workItem)
        : this(instanceId, workHandler, workItem, waitForIdle: false)
    {
    }

    /// <summary>Makes arguments with work that is done with the next save of the instance.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="workHandler">Does the work; null: none.</param>
    /// <param name="workItem">What is to do.</param>
    /// <param name="waitForIdle">Whether the event waits until the instance has no step to run.</param>
    public ExternalDataEventArgs(Guid instanceId, IPendingWork? workHandler, object? workItem, bool waitForIdle)
    {
        InstanceId = instanceId;
        WorkHandler = workHandler;
        WorkItem = workItem;
        WaitForIdle = waitForIdle;
    }

    /// <summary>The instance.</summary>
    public Guid InstanceId { get; set; }

    /// <summary>Whether the event waits until the instance has no step to run. Default: false.</summary>
    public bool WaitForIdle { get; set; }

    /// <summary>Work that is done with the next save of the instance; null, the default: none. It is not saved with the event.</summary>
    public IPendingWork? WorkHandler
    {
        get => _workHandler;
        set => _workHandler = value;
    }

    /// <summary>What is to do. It has to be set if there is a <see cref="WorkHandler"/>.</summary>
    public object? WorkItem
    {
        get => _workItem;
        set => _workItem = value;
    }

    /// <summary>The name of the account that raised the event, or null. Nothing checks it.</summary>
    public string? Identity { get; set; }
}

/// <summary>An event of a local service could not be delivered: its instance has ended or does not exist, or does not wait for it.</summary>
public sealed class EventDeliveryFailedException : Exception
{
    /// <summary>Makes an exception.</summary>
    public EventDeliveryFailedException()
        : this("The event could not be delivered.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    public EventDeliveryFailedException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Its cause.</param>
    public EventDeliveryFailedException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
