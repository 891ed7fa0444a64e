namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The status of an activity.</summary>
public enum ActivityExecutionStatus : byte
{
    /// <summary>The activity has not run.</summary>
    Initialized = 0,

    /// <summary>The activity runs, or waits for children or events.</summary>
    Executing = 1,

    /// <summary>The activity is being canceled.</summary>
    Canceling = 2,

    /// <summary>The activity has ended.</summary>
    Closed = 3,

    /// <summary>The completed work of the activity is being undone.</summary>
    Compensating = 4,

    /// <summary>The activity handles an exception.</summary>
    Faulting = 5,
}
