namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Something that happened in a workflow instance. A record belongs to the channel that gets it; it is not safe for several threads.</summary>
public class TrackingRecord
{
    private EventArgs? _eventArgs;
    private DateTime _eventDateTime;
    private int _eventOrder;

    /// <summary>Makes an empty record.</summary>
    public TrackingRecord()
    {
    }

    private protected TrackingRecord(DateTime eventDateTime, int eventOrder, EventArgs? eventArgs)
    {
        _eventDateTime = eventDateTime;
        _eventOrder = eventOrder;
        _eventArgs = eventArgs;
    }

    /// <summary>Texts of the track points that matched; empty by default.</summary>
    public virtual TrackingAnnotationCollection Annotations { get; } = [];

    /// <summary>
    /// A <see cref="TrackingWorkflowExceptionEventArgs"/>, <see cref="TrackingWorkflowTerminatedEventArgs"/> or <see cref="TrackingWorkflowSuspendedEventArgs"/> for these events of
    /// the instance, otherwise null.
    /// </summary>
    public virtual EventArgs? EventArgs
    {
        get => _eventArgs;
        set => _eventArgs = value;
    }

    /// <summary>When it happened, in UTC.</summary>
    public virtual DateTime EventDateTime
    {
        get => _eventDateTime;
        set => _eventDateTime = value;
    }

    /// <summary>The place among the records of the instance, from 1. It goes on when the instance is unloaded and loaded. All services get the same number for one event.</summary>
    public virtual int EventOrder
    {
        get => _eventOrder;
        set => _eventOrder = value;
    }
}

/// <summary>Texts that a profile adds to records and extracted values.</summary>
public class TrackingAnnotationCollection : List<string>
{
    /// <summary>Makes an empty one.</summary>
    public TrackingAnnotationCollection()
    {
    }

    /// <summary>Makes one with texts.</summary>
    /// <param name="annotations">The texts.</param>
    public TrackingAnnotationCollection(IEnumerable<string> annotations)
        : base(annotations)
    {
    }
}

/// <summary>A value that was read for a record.</summary>
public class TrackingDataItem
{
    /// <summary>The texts of the extract; empty by default.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];

    /// <summary>The value: the object itself, not a copy. A channel that keeps it can see later changes.</summary>
    public object? Data { get; set; }

    /// <summary>The member that was read.</summary>
    public string? FieldName { get; set; }
}
