namespace Workflow.Interop.Legacy.ComponentModel.Serialization;

/// <summary>The exception for a document with rules that cannot be read or written.</summary>
public class WorkflowMarkupSerializationException : Exception
{
    /// <summary>Creates an exception without details.</summary>
    public WorkflowMarkupSerializationException()
        : this("The rules cannot be read or written.")
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowMarkupSerializationException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause of the exception.</param>
    public WorkflowMarkupSerializationException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates an exception with a position.</summary>
    /// <param name="message">The message.</param>
    /// <param name="lineNumber">The line number; the first line is 1.</param>
    /// <param name="columnNumber">The column number; the first column is 1.</param>
    public WorkflowMarkupSerializationException(string message, int lineNumber, int columnNumber)
        : this(message, null, lineNumber, columnNumber)
    {
    }

    /// <summary>Creates an exception with a position.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause of the exception.</param>
    /// <param name="lineNumber">The line number; the first line is 1.</param>
    /// <param name="columnNumber">The column number; the first column is 1.</param>
    public WorkflowMarkupSerializationException(string message, Exception? innerException, int lineNumber, int columnNumber)
        : base(message, innerException)
    {
        LineNumber = lineNumber;
        LinePosition = columnNumber;
    }

    /// <summary>The line number; the first line is 1. Zero if the line is not known.</summary>
    public int LineNumber { get; }

    /// <summary>The column number; the first column is 1. Zero if the column is not known.</summary>
    public int LinePosition { get; }
}
