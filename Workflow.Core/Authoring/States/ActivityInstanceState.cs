namespace Workflow;

/// <summary>The state of an activity instance (rule 2.1).</summary>
public enum ActivityInstanceState
{
    /// <summary>Scheduled, running or waiting.</summary>
    Executing = 0,

    /// <summary>Completed.</summary>
    Closed = 1,

    /// <summary>Canceled.</summary>
    Canceled = 2,

    /// <summary>Ended by an exception or a termination.</summary>
    Faulted = 3,
}
