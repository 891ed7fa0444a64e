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
    /// <param name="message">The message, with the observed and the expected behavior.</param>
    public WorkflowTestException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes the exception with a message and a cause.</summary>
    /// <param name="message">The message, with the observed and the expected behavior.</param>
    /// <param name="innerException">The exception of the workflow, if there is one.</param>
    public WorkflowTestException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>True if the only failure is that the workflow waits for an event that nothing will send.</summary>
    internal bool IsWait { get; set; }
}
