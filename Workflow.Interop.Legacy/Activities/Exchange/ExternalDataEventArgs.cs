using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The data of an event that a local service raises for a workflow instance.</summary>
[Serializable]
public class ExternalDataEventArgs : EventArgs
{
    [NonSerialized]
    private IPendingWork? _workHandler;

    [NonSerialized]
    private object? _workItem;

    /// <summary>Creates event data without an instance; set <see cref="InstanceId"/>.</summary>
    public ExternalDataEventArgs()
        : this(Guid.Empty)
    {
    }

    /// <summary>Creates event data.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    public ExternalDataEventArgs(Guid instanceId) => InstanceId = instanceId;

    /// <summary>Creates event data with pending work, which is done with the next save of the instance.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="workHandler">The handler that does the work; null if there is no work.</param>
    /// <param name="workItem">The item that is passed to the handler.</param>
    public ExternalDataEventArgs(Guid instanceId, IPendingWork? workHandler, object? workItem)
        : this(instanceId, workHandler, workItem, waitForIdle: false)
    {
    }

    /// <summary>Creates event data with pending work, which is done with the next save of the instance.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="workHandler">The handler that does the work; null if there is no work.</param>
    /// <param name="workItem">The item that is passed to the handler.</param>
    /// <param name="waitForIdle">True to deliver the event when the instance has no step to run; false to deliver it earlier.</param>
    public ExternalDataEventArgs(Guid instanceId, IPendingWork? workHandler, object? workItem, bool waitForIdle)
    {
        InstanceId = instanceId;
        WorkHandler = workHandler;
        WorkItem = workItem;
        WaitForIdle = waitForIdle;
    }

    /// <summary>The id of the workflow instance.</summary>
    public Guid InstanceId { get; set; }

    /// <summary>True to deliver the event only when the instance has no step to run. Default: false.</summary>
    public bool WaitForIdle { get; set; }

    /// <summary>
    /// The handler that does pending work with the next save of the instance. Null, the default, means no work. The handler is not saved with the event.
    /// </summary>
    public IPendingWork? WorkHandler
    {
        get => _workHandler;
        set => _workHandler = value;
    }

    /// <summary>The item that is passed to <see cref="WorkHandler"/>. Required if there is a handler.</summary>
    public object? WorkItem
    {
        get => _workItem;
        set => _workItem = value;
    }

    /// <summary>The name of the account that raised the event, or null. The name is not authenticated.</summary>
    public string? Identity { get; set; }
}

/// <summary>
/// The exception for an event of a local service that cannot be delivered: the instance has ended, does not exist, or does not wait for the event.
/// </summary>
public sealed class EventDeliveryFailedException : Exception
{
    /// <summary>Creates an exception.</summary>
    public EventDeliveryFailedException()
        : this("The event could not be delivered.")
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public EventDeliveryFailedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause of the exception.</param>
    public EventDeliveryFailedException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
