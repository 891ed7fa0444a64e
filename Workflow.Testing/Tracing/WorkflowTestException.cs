namespace Workflow.Testing;

/// <summary>The exception that is thrown when a workflow under test does not do what the test expects. The message contains the trace of the run.</summary>
public class WorkflowTestException : Exception
{
    /// <summary>Initializes the exception with a default message.</summary>
    public WorkflowTestException()
        : base("The workflow did not do what the test expects.")
    {
    }

    /// <summary>Initializes the exception with a message.</summary>
    /// <param name="message">What happened, and what was expected.</param>
    public WorkflowTestException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes the exception with a message and a cause.</summary>
    /// <param name="message">What happened, and what was expected.</param>
    /// <param name="innerException">The exception of the workflow, if there is one.</param>
    public WorkflowTestException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The workflow only waits for an event that nothing will send.</summary>
    internal bool IsWait { get; set; }
}
