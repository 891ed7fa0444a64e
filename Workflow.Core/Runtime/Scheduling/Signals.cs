namespace Workflow.Runtime.Scheduling;

/// <summary>What the run loop must look at after an item; 0 on the fast lane.</summary>
[Flags]
internal enum Signals
{
    None = 0,

    /// <summary>Every item goes through the queue: something can see the difference.</summary>
    SlowLane = 1,

    /// <summary>The item ends with an exception that was handed over, not thrown.</summary>
    Fault = 2,

    /// <summary>Abort at the end of the item (rule 6.1).</summary>
    Abort = 4,

    /// <summary>Terminate at the end of the item (rule 6.1).</summary>
    Terminate = 8,

    /// <summary>Cancel the root; another thread may raise it.</summary>
    Cancel = 16,

    /// <summary>Items run between the set-up and the clean-up of execution properties (rule 9.3); comes with <see cref="SlowLane"/>.</summary>
    Bracket = 32,

    /// <summary>Tell the host about the ids of bookmark scopes at the end of the item (rule 8.6).</summary>
    Keys = 64,

    /// <summary>A save was asked for, and may be due.</summary>
    Save = 128,

    /// <summary>Records wait to be delivered, or a participant wants others than before; another thread may raise it.</summary>
    Report = 1024,

    /// <summary>Something is to be reported at each activity; comes with <see cref="SlowLane"/>.</summary>
    Tracked = 2048,

    /// <summary>The host wants the turn at the end of the item; another thread raises it, and it may come late or for nothing.</summary>
    Pause = 256,

    /// <summary>The host is to say what becomes of an exception that nothing handled.</summary>
    Unhandled = 512,

    /// <summary>What stays raised, and is no request.</summary>
    Lasting = SlowLane | Bracket | Tracked,
}
