namespace Workflow;

/// <summary>
/// Thrown when a definition is invalid. The message lists the errors with the display names and paths of their activities, up to a maximum length (rule
/// 12.4).
/// </summary>
public class InvalidWorkflowException : Exception
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InvalidWorkflowException()
        : base("The workflow definition is invalid.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InvalidWorkflowException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public InvalidWorkflowException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
