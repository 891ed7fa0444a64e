namespace Workflow;

/// <summary>Thrown when a declaration cannot be used or a required extension is missing (rules 12.7 and 14.2).</summary>
public class ValidationException : SystemException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public ValidationException()
        : base("The workflow cannot be run as it is declared.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public ValidationException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public ValidationException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
