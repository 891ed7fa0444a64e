namespace Workflow.Runtime.State;

/// <summary>The status of a workflow instance.</summary>
internal enum ExecutionOutcome : byte
{
    Running,

    /// <summary>The root completed, in any final state.</summary>
    Completed,

    /// <summary>Torn down without a final state (rule 6).</summary>
    Aborted,

    /// <summary>Terminated by an activity or the host.</summary>
    Terminated,

    /// <summary>Terminated because of an unhandled exception.</summary>
    Unhandled,
}
