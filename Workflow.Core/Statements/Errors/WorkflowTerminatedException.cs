namespace Workflow.Statements;

/// <summary>The exception of a workflow that terminated itself with <see cref="TerminateWorkflow"/>.</summary>
public class WorkflowTerminatedException : Exception
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowTerminatedException()
        : base("The workflow terminated itself without giving a reason.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The reason.</param>
    public WorkflowTerminatedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The reason.</param>
    /// <param name="innerException">The cause; null if there is none.</param>
    public WorkflowTerminatedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
