namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The result of an activity.</summary>
public enum ActivityExecutionResult : byte
{
    /// <summary>The activity has not ended.</summary>
    None = 0,

    /// <summary>The activity completed normally.</summary>
    Succeeded = 1,

    /// <summary>The activity was canceled.</summary>
    Canceled = 2,

    /// <summary>The completed work of the activity was undone.</summary>
    Compensated = 3,

    /// <summary>The activity ended after an exception.</summary>
    Faulted = 4,

    /// <summary>The activity ended, and released what it had initialized.</summary>
    Uninitialized = 5,
}
