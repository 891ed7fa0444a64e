namespace Workflow;

/// <summary>What becomes of a workflow instance in which an exception was thrown that nothing in it handles (rules 5.5 and 16.4).</summary>
public enum UnhandledExceptionAction
{
    /// <summary>The instance is aborted: it ends without a final state, and can be loaded again as it was last saved.</summary>
    Abort = 0,

    /// <summary>The root is asked to cancel, and the exception is dropped.</summary>
    Cancel = 1,

    /// <summary>The instance ends <see cref="ActivityInstanceState.Faulted"/> with the exception; the default.</summary>
    Terminate = 2,
}
