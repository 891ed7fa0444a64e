namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What an activity is doing.</summary>
public enum ActivityExecutionStatus : byte
{
    /// <summary>It has not run.</summary>
    Initialized = 0,

    /// <summary>It runs, or waits for children or events.</summary>
    Executing = 1,

    /// <summary>It is being canceled.</summary>
    Canceling = 2,

    /// <summary>It has ended.</summary>
    Closed = 3,

    /// <summary>Its completed work is being undone.</summary>
    Compensating = 4,

    /// <summary>It handles an exception.</summary>
    Faulting = 5,
}
