namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>The exception that is thrown if a workflow is not valid.</summary>
public class WorkflowValidationFailedException : Exception
{
    /// <summary>Creates an exception without errors.</summary>
    public WorkflowValidationFailedException()
        : this("The workflow is not valid.")
    {
    }

    /// <summary>Creates an exception without errors.</summary>
    /// <param name="message">The message.</param>
    public WorkflowValidationFailedException(string message)
        : this(message, [])
    {
    }

    /// <summary>Creates an exception without errors.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public WorkflowValidationFailedException(string message, Exception innerException)
        : base(message, innerException) => Errors = [];

    /// <summary>Creates an exception with errors.</summary>
    /// <param name="message">The message.</param>
    /// <param name="errors">The errors.</param>
    public WorkflowValidationFailedException(string message, ValidationErrorCollection errors)
        : base(message) => Errors = errors;

    /// <summary>All errors and warnings.</summary>
    public ValidationErrorCollection Errors { get; }
}
