namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A record of an event in a workflow instance. A record belongs to the channel that receives it. Not thread-safe.</summary>
public class TrackingRecord
{
    private EventArgs? _eventArgs;
    private DateTime _eventDateTime;
    private int _eventOrder;

    /// <summary>Creates an empty record.</summary>
    public TrackingRecord()
    {
    }

    private protected TrackingRecord(DateTime eventDateTime, int eventOrder, EventArgs? eventArgs)
    {
        _eventDateTime = eventDateTime;
        _eventOrder = eventOrder;
        _eventArgs = eventArgs;
    }

    /// <summary>The annotations of the matching track points. Empty by default.</summary>
    public virtual TrackingAnnotationCollection Annotations { get; } = [];

    /// <summary>
    /// The data of the event: a <see cref="TrackingWorkflowExceptionEventArgs"/>, <see cref="TrackingWorkflowTerminatedEventArgs"/>,
    /// <see cref="TrackingWorkflowSuspendedEventArgs"/> or <see cref="TrackingWorkflowChangedEventArgs"/> for these events of the instance; otherwise null.
    /// </summary>
    public virtual EventArgs? EventArgs
    {
        get => _eventArgs;
        set => _eventArgs = value;
    }

    /// <summary>The time of the event, in UTC.</summary>
    public virtual DateTime EventDateTime
    {
        get => _eventDateTime;
        set => _eventDateTime = value;
    }

    /// <summary>
    /// The number of the record among the records of the instance, starting at 1. The numbers continue when the instance is unloaded and loaded. All services
    /// receive the same number for the same event.
    /// </summary>
    public virtual int EventOrder
    {
        get => _eventOrder;
        set => _eventOrder = value;
    }
}

/// <summary>The annotations that a profile adds to records and extracted values.</summary>
public class TrackingAnnotationCollection : List<string>
{
    /// <summary>Creates an empty list.</summary>
    public TrackingAnnotationCollection()
    {
    }

    /// <summary>Creates a list with annotations.</summary>
    /// <param name="annotations">The annotations.</param>
    public TrackingAnnotationCollection(IEnumerable<string> annotations)
        : base(annotations)
    {
    }
}

/// <summary>A value that was read for a record.</summary>
public class TrackingDataItem
{
    /// <summary>The annotations of the extract. Empty by default.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];

    /// <summary>The value: the object itself, not a copy. A channel that keeps the object can see later changes.</summary>
    public object? Data { get; set; }

    /// <summary>The name of the member that was read.</summary>
    public string? FieldName { get; set; }
}
