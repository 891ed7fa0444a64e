namespace Workflow.Runtime.State;

/// <summary>How an instance stands.</summary>
internal enum ExecutionOutcome : byte
{
    Running,

    /// <summary>The root completed, in whatever state.</summary>
    Completed,

    /// <summary>Torn down without a final state (rule 6).</summary>
    Aborted,

    /// <summary>Terminated by an activity or the host.</summary>
    Terminated,

    /// <summary>Terminated because of an exception that nothing handled.</summary>
    Unhandled,
}
