namespace Workflow.Interop.Legacy.ComponentModel.Serialization;

/// <summary>A document with rules cannot be read or written.</summary>
public class WorkflowMarkupSerializationException : Exception
{
    /// <summary>Makes an exception without details.</summary>
    public WorkflowMarkupSerializationException()
        : this("The rules cannot be read or written.")
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowMarkupSerializationException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">Its cause.</param>
    public WorkflowMarkupSerializationException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Makes an exception with a position.</summary>
    /// <param name="message">The message.</param>
    /// <param name="lineNumber">The line; the first is 1.</param>
    /// <param name="columnNumber">The column; the first is 1.</param>
    public WorkflowMarkupSerializationException(string message, int lineNumber, int columnNumber)
        : this(message, null, lineNumber, columnNumber)
    {
    }

    /// <summary>Makes an exception with a position.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">Its cause.</param>
    /// <param name="lineNumber">The line; the first is 1.</param>
    /// <param name="columnNumber">The column; the first is 1.</param>
    public WorkflowMarkupSerializationException(string message, Exception? innerException, int lineNumber, int columnNumber)
        : base(message, innerException)
    {
        LineNumber = lineNumber;
        LinePosition = columnNumber;
    }

    /// <summary>The line; the first is 1. 0 if it is not known.</summary>
    public int LineNumber { get; }

    /// <summary>The column; the first is 1. 0 if it is not known.</summary>
    public int LinePosition { get; }
}
