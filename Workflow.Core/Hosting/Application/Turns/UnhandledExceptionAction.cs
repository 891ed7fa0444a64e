namespace Workflow;

/// <summary>The action after an exception that nothing in the workflow instance handles (rules 5.5 and 16.4).</summary>
public enum UnhandledExceptionAction
{
    /// <summary>Aborts the instance: it ends without a final state, and its last saved state can be loaded.</summary>
    Abort = 0,

    /// <summary>Requests cancellation of the root and drops the exception.</summary>
    Cancel = 1,

    /// <summary>Ends the instance as <see cref="ActivityInstanceState.Faulted"/> with the exception; the default.</summary>
    Terminate = 2,
}
