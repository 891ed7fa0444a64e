namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>How an activity ended.</summary>
public enum ActivityExecutionResult : byte
{
    /// <summary>It has not ended.</summary>
    None = 0,

    /// <summary>It ended by itself.</summary>
    Succeeded = 1,

    /// <summary>It was canceled.</summary>
    Canceled = 2,

    /// <summary>Its completed work was undone.</summary>
    Compensated = 3,

    /// <summary>It ended after an exception.</summary>
    Faulted = 4,

    /// <summary>It ended, and released what it had initialized.</summary>
    Uninitialized = 5,
}
