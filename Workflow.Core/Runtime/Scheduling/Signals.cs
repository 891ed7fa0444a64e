namespace Workflow.Runtime.Scheduling;

/// <summary>The signals that the run loop checks after each item. Inline execution is possible only while there is none.</summary>
[Flags]
internal enum Signals
{
    None = 0,

    /// <summary>Every item goes through the queue, because something can observe the difference to inline execution.</summary>
    QueueOnly = 1,

    /// <summary>The item ends with an exception that was handed over instead of thrown.</summary>
    Fault = 2,

    /// <summary>Abort the instance at the end of the item (rule 6.1).</summary>
    Abort = 4,

    /// <summary>Terminate the instance at the end of the item (rule 6.1).</summary>
    Terminate = 8,

    /// <summary>Cancel the root. Another thread may raise it.</summary>
    Cancel = 16,

    /// <summary>Items run between the set-up and the clean-up of execution properties (rule 9.3). Raised together with <see cref="QueueOnly"/>.</summary>
    ThreadProperties = 32,

    /// <summary>Notify the host of the ids of bookmark scopes at the end of the item (rule 8.6).</summary>
    Keys = 64,

    /// <summary>A save was requested and may be due.</summary>
    Save = 128,

    /// <summary>Records must be delivered, or the profile of a participant has changed. Another thread may raise it.</summary>
    Report = 1024,

    /// <summary>A record may be created at each activity. Raised together with <see cref="QueueOnly"/>.</summary>
    Tracked = 2048,

    /// <summary>The host needs access to the instance at the end of the item. Another thread raises it, possibly late or without need.</summary>
    Pause = 256,

    /// <summary>The host must decide about an unhandled exception.</summary>
    Unhandled = 512,

    /// <summary>The signals that stay raised and are not requests.</summary>
    Lasting = QueueOnly | ThreadProperties | Tracked,
}
